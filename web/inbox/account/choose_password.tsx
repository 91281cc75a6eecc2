/**
 * `/invitation#secret` and `/nouveau-mot-de-passe#secret`: somebody chooses the password of an account that is theirs.
 * @module
 */
import { Check } from "lucide";
import { MIN_PASSWORD } from "../../../service/messagerie/limits.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { formatFull } from "../../kit/format.ts";
import { PasswordField } from "../../kit/password_field.tsx";
import { go } from "../../kit/router.ts";
import { formFault, ownFault } from "../form_fault.ts";
import { signedIn } from "../session/session.ts";
import { callAccount } from "./account_api.ts";
import { Door } from "./door.tsx";
import { isLinkDead, type LinkView, OpenLink } from "./open_link.tsx";
import { passwordFault } from "./rules.ts";
import { words } from "./words.ts";

/** Joining the team. */
export function InvitationPage() {
  return (
    <OpenLink kind="invitation" title={words.value.invitationTitle}>
      {(link, secret, onDead) => <Invitation link={link} secret={secret} onDead={onDead} />}
    </OpenLink>
  );
}

/** Choosing another password. */
export function ResetPage() {
  return (
    <OpenLink kind="reset" title={words.value.resetTitle}>
      {(link, secret, onDead) => <Reset link={link} secret={secret} onDead={onDead} />}
    </OpenLink>
  );
}

interface LinkProps {
  readonly link: LinkView;
  readonly secret: string;
  readonly onDead: () => void;
}

function Invitation({ link, secret, onDead }: LinkProps) {
  const t = words.value;
  const form = useForm({
    initial: { name: link.name ?? "", password: "" },
    check: ({ name, password }) =>
      ownFault({ name: !name.trim() && t.needName, password: passwordFault(password) }),
    async send({ name, password }) {
      try {
        const session = await callAccount("POST /links/invitation", {
          body: { secret, name: name.trim(), password },
        });
        signedIn(session);
        go("/", { replace: true });
        return undefined;
      } catch (error) {
        if (isLinkDead(error)) onDead();
        return formFault(error, { name: t.needName, password: t.guessedPassword });
      }
    },
  });
  return (
    <Door title={t.invitationTitle} hint={t.invitationHint(link.name ?? "")}>
      <Form state={form}>
        <KnownLogin login={link.login ?? ""} />
        <TextField
          {...form.bind("name")}
          label={t.name}
          hint={t.nameHint}
          autocomplete="name"
          maxLength={200}
        />
        <NewPassword {...form.bind("password")} label={t.password} />
        <Button type="submit" look="primary" icon={Check} label={t.join} pending={form.isPending} />
      </Form>
      <p class="field-hint">{t.linkUntil(formatFull(link.expiresAt))}</p>
    </Door>
  );
}

function Reset({ link, secret, onDead }: LinkProps) {
  const t = words.value;
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ownFault({ password: passwordFault(password) }),
    async send({ password }) {
      try {
        const { login } = await callAccount("POST /links/reset", { body: { secret, password } });
        const search = new URLSearchParams({ login, fait: "mot-de-passe" });
        go(`/connexion?${search}`, { replace: true });
        return undefined;
      } catch (error) {
        if (isLinkDead(error)) onDead();
        return formFault(error, { password: t.guessedPassword });
      }
    },
  });
  return (
    <Door title={t.resetTitle} hint={t.resetHint(link.name ?? "")}>
      <Form state={form}>
        <KnownLogin login={link.login ?? ""} />
        <NewPassword {...form.bind("password")} label={t.newPassword} />
        <Button type="submit" look="primary" icon={Check} label={t.resetSend} pending={form.isPending} />
      </Form>
      <p class="field-hint">{t.linkUntil(formatFull(link.expiresAt))}</p>
    </Door>
  );
}

/** The login, to be seen and for password managers, which keep it with the new password. */
function KnownLogin({ login }: { readonly login: string }) {
  return (
    <div class="field">
      <label for="known-login">{words.value.yourLogin}</label>
      <input id="known-login" class="input" readOnly autocomplete="username" name="login" value={login} />
    </div>
  );
}

function NewPassword(props: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}) {
  return (
    <PasswordField
      {...props}
      hint={words.value.passwordHint(MIN_PASSWORD)}
      autocomplete="new-password"
      minLength={MIN_PASSWORD}
      autoFocus
    />
  );
}
