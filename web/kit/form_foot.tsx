/**
 * The foot of a form in a dialog: out of it, or on.
 * @module
 */
import { Button } from "./button.tsx";
import type { FormState } from "./form.tsx";
import { kitWords } from "./kit_words.ts";

/** The foot. `label`: what the form does. */
export function FormFoot<Values extends object>({ of, label, onCancel }: {
  readonly of: FormState<Values>;
  readonly label: string;
  readonly onCancel: () => void;
}) {
  return (
    <div class="dialog-foot">
      <Button label={kitWords.value.cancel} onPress={onCancel} />
      <Button type="submit" look="primary" label={label} pending={of.isPending} />
    </div>
  );
}
