/**
 * Asks before something that cannot be taken back, and says what became of it.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { kitWords } from "./kit_words.ts";

/** A question. `onConfirm` answers with why it failed, and then the dialog stays. */
export function ConfirmDialog(props: {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  readonly confirmLabel: string;
  readonly look?: "primary" | "danger";
  readonly onConfirm: () => Promise<string | undefined>;
  readonly onClose: () => void;
}) {
  const { title, children, confirmLabel, look = "danger", onConfirm, onClose } = props;
  const fault = useSignal<string | undefined>(undefined);

  async function confirm(): Promise<void> {
    fault.value = undefined;
    fault.value = await onConfirm();
    if (fault.value === undefined) onClose();
  }

  return (
    <Dialog title={title} closeLabel={kitWords.value.close} onClose={onClose}>
      {children}
      {fault.value && <p class="notice notice-danger" role="alert">{fault.value}</p>}
      <div class="dialog-foot">
        <Button label={kitWords.value.cancel} onPress={onClose} />
        <Button look={look} label={confirmLabel} onPress={confirm} />
      </div>
    </Dialog>
  );
}
