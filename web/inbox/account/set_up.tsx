/**
 * `/premiers-pas#secret`: the first supervisor makes their account.
 * @module
 */
import { UserPlus } from "lucide";
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
import { loginFault, passwordFault } from "./rules.ts";
import { words } from "./words.ts";

/** First steps. */
export function SetUpPage() {
  return (
    <OpenLink kind="setup" title={words.value.setUpTitle}>
      {(link, secret, onDead) => <SetUp link={link} secret={secret} onDead={onDead} />}
    </OpenLink>
  );
}

function SetUp({ link, secret, onDead }: {
  readonly link: LinkView;
  readonly secret: string;
  readonly onDead: () => void;
}) {
  const t = words.value;
  const form = useForm({
    initial: { name: "", login: "", password: "" },
    check: ({ name, login, password }) =>
      ownFault({
        name: !name.trim() && t.needName,
        login: loginFault(login),
        password: passwordFault(password),
      }),
    async send({ name, login, password }) {
      try {
        const session = await callAccount("POST /links/set-up", {
          body: { secret, name: name.trim(), login: login.trim(), password },
        });
        signedIn(session);
        go("/", { replace: true });
        return undefined;
      } catch (error) {
        if (isLinkDead(error)) onDead();
        return formFault(error, { login: t.badLogin, name: t.needName, password: t.guessedPassword });
      }
    },
  });
  return (
    <Door title={t.setUpTitle} hint={t.setUpHint}>
      <Form state={form}>
        <TextField
          {...form.bind("name")}
          label={t.name}
          hint={t.nameHint}
          autocomplete="name"
          maxLength={200}
          autoFocus
        />
        <TextField
          {...form.bind("login")}
          label={t.login}
          hint={t.newLoginHint}
          autocomplete="username"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={100}
        />
        <PasswordField
          {...form.bind("password")}
          label={t.password}
          hint={t.passwordHint(MIN_PASSWORD)}
          autocomplete="new-password"
          minLength={MIN_PASSWORD}
        />
        <Button
          type="submit"
          look="primary"
          icon={UserPlus}
          label={t.createAccount}
          pending={form.isPending}
        />
      </Form>
      <p class="field-hint">{t.linkUntil(formatFull(link.expiresAt))}</p>
    </Door>
  );
}
