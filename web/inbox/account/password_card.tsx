/**
 * Another password, which needs the one that there is.
 * @module
 */
import { MIN_PASSWORD } from "../../../service/messagerie/limits.ts";
import { Button } from "../../kit/button.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/password_field.tsx";
import { toast } from "../../kit/toasts.tsx";
import { ApiFault } from "../api/fault.ts";
import { formFault, ownFault } from "../form_fault.ts";
import { Card } from "../page.tsx";
import { signedIn } from "../session/session.ts";
import { faultInWords } from "../words.ts";
import { callAccount } from "./account_api.ts";
import { passwordFault } from "./rules.ts";
import { useWait, WaitNotice } from "./wait.tsx";
import { words } from "./words.ts";

/** The card. The login goes along unseen, for password managers. */
export function PasswordCard({ login }: { readonly login: string }) {
  const t = words.value;
  const wait = useWait();
  const form = useForm({
    initial: { current: "", password: "" },
    check: ({ current, password }) =>
      ownFault({ current: !current && t.needPassword, password: passwordFault(password) }),
    async send(values) {
      try {
        signedIn(await callAccount("POST /password", { body: values }));
        form.reset({ current: "", password: "" });
        toast(t.passwordChanged);
        return undefined;
      } catch (error) {
        wait.take(error);
        if (error instanceof ApiFault && error.code === "PASSWORD_WRONG") {
          return ownFault({ current: faultInWords(error) });
        }
        return formFault(error, { password: t.guessedPassword });
      }
    },
  });
  return (
    <Card title={t.changePassword} hint={t.changePasswordHint}>
      <Form state={form} class="form-narrow">
        <input type="text" name="username" autocomplete="username" value={login} readOnly hidden />
        <PasswordField
          {...form.bind("current")}
          label={t.currentPassword}
          autocomplete="current-password"
        />
        <PasswordField
          {...form.bind("password")}
          label={t.newPassword}
          hint={t.passwordHint(MIN_PASSWORD)}
          autocomplete="new-password"
          minLength={MIN_PASSWORD}
        />
        <WaitNotice of={wait} />
        <div class="form-actions">
          <Button
            type="submit"
            look="primary"
            label={t.changePassword}
            pending={form.isPending}
            disabled={wait.seconds.value > 0}
          />
        </div>
      </Form>
    </Card>
  );
}
