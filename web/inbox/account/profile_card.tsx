/**
 * Name and login.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toasts.tsx";
import { formFault, ownFault } from "../form_fault.ts";
import { askSession } from "../session/session.ts";
import { Card } from "../page.tsx";
import { type AccountView, callAccount } from "./account_api.ts";
import { words } from "./words.ts";

/** The card. */
export function ProfileCard({ account }: { readonly account: AccountView }) {
  const t = words.value;
  const form = useForm({
    initial: { name: account.name },
    check: ({ name }) => ownFault({ name: !name.trim() && t.needName }),
    async send({ name }) {
      try {
        await callAccount("PATCH /account", { body: { name: name.trim() } });
        toast(t.saved);
        void askSession();
        return undefined;
      } catch (error) {
        return formFault(error, { name: t.needName });
      }
    },
  });
  return (
    <Card title={t.profile}>
      <Form state={form} class="form-narrow">
        <div class="field">
          <label for="own-login">{t.yourLogin}</label>
          <input id="own-login" class="input" readOnly value={account.login} autocomplete="username" />
        </div>
        <TextField
          {...form.bind("name")}
          label={t.name}
          hint={t.nameHint}
          autocomplete="name"
          maxLength={200}
        />
        <div class="form-actions">
          <Button type="submit" look="primary" label={t.save} pending={form.isPending} />
        </div>
      </Form>
    </Card>
  );
}
