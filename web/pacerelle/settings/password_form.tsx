/**
 * Another password, by whoever knows the present one. It opens the account and decrypts nothing.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Form, type FormFault, useForm } from "../../kit/form.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { PasswordField } from "../../kit/password_field.tsx";
import { toast } from "../../kit/toasts.tsx";
import { MIN_PASSWORD } from "../../../wire/limits.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** A button, and the form behind it. */
export function PasswordForm() {
  const t = words.value;
  const isOpen = useSignal(false);
  if (!isOpen.value) {
    return (
      <div class="form-actions">
        <Button label={t.changePassword} onPress={() => void (isOpen.value = true)} />
      </div>
    );
  }
  return <Fields onClose={() => isOpen.value = false} />;
}

function Fields({ onClose }: { readonly onClose: () => void }) {
  const t = words.value;
  const form = useForm({
    initial: { current: "", next: "" },
    check({ current, next }): FormFault | undefined {
      const fields: Record<string, string> = {};
      if (current === "") fields["current"] = t.needCurrent;
      if ([...next].length < MIN_PASSWORD) fields["next"] = t.needNext(MIN_PASSWORD);
      return Object.keys(fields).length === 0 ? undefined : { message: t.checkForm, fields };
    },
    async send(given) {
      const outcome = await app.run("changePassword", given);
      if (!outcome.ok) return { message: sayTold(outcome.refusal) };
      toast(t.passwordChanged);
      onClose();
      return undefined;
    },
  });
  return (
    <Form state={form}>
      <PasswordField {...form.bind("current")} label={t.currentPassword} autocomplete="current-password" />
      <PasswordField
        {...form.bind("next")}
        label={t.nextPassword}
        autocomplete="new-password"
        minLength={MIN_PASSWORD}
      />
      <div class="form-actions">
        <Button look="primary" type="submit" label={t.save} pending={form.isPending} />
        <Button label={kitWords.value.cancel} onPress={onClose} />
      </div>
    </Form>
  );
}
