/**
 * The way in: a new account, or this browser as a further device of one that exists.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, type FormFault, useForm } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/password_field.tsx";
import { MIN_PASSWORD } from "../../../wire/limits.ts";
import { account, app, sayTold } from "../state.ts";
import { words } from "../words.ts";
import { isSigningInAgain } from "./sign_in_again.ts";
import { proposeDeviceName } from "./device_name.ts";

/** Sign-up and log-in, one at a time. What was typed stays when one turns to the other. */
export function SignInPage({ onBack }: { readonly onBack?: () => void }) {
  const isNew = useSignal(false);
  const t = words.value;
  const form = useForm({
    initial: {
      // A device that was removed knows whose it was.
      email: account.value?.email ?? "",
      password: "",
      deviceName: account.value?.device.name ?? proposeDeviceName(navigator.userAgent),
    },
    check({ email, password, deviceName }): FormFault | undefined {
      const fields: Record<string, string> = {};
      if (!/^\S+@\S+$/.test(email.trim())) fields["email"] = t.needEmail;
      if (password === "") fields["password"] = t.needPasswordHere;
      if (isNew.value && [...password].length < MIN_PASSWORD) {
        fields["password"] = t.needPassword(MIN_PASSWORD);
      }
      if (deviceName.trim() === "") fields["deviceName"] = t.needName;
      return Object.keys(fields).length === 0 ? undefined : { message: t.checkForm, fields };
    },
    async send({ email, password, deviceName }) {
      const input = { email: email.trim(), password, deviceName: deviceName.trim() };
      const outcome = await app.run(isNew.value ? "signUp" : "logIn", input);
      if (!outcome.ok) return { message: sayTold(outcome.refusal) };
      // The browser may take it away on its own; what the person just did is the moment to ask it not to.
      void app.askPersistence();
      isSigningInAgain.value = false;
      return undefined;
    },
  });

  return (
    <main class="door" id="main">
      <div class="door-card">
        <header class="door-head">
          <img src="/icon.svg" alt="" width="48" height="48" />
          <h1>{isNew.value ? t.signUpTitle : t.logInTitle}</h1>
          <p class="secondary">{t.tagline}</p>
        </header>
        <Form state={form}>
          <TextField
            {...form.bind("email")}
            label={t.email}
            type="email"
            autocomplete="username"
            autoCapitalize="none"
            spellcheck={false}
          />
          <PasswordField
            key={String(isNew.value)}
            {...form.bind("password")}
            label={t.password}
            hint={isNew.value ? t.passwordHint(MIN_PASSWORD) : undefined}
            autocomplete={isNew.value ? "new-password" : "current-password"}
            minLength={MIN_PASSWORD}
          />
          <TextField
            {...form.bind("deviceName")}
            label={t.deviceName}
            hint={t.deviceNameHint}
            maxLength={60}
          />
          <Button
            look="primary"
            type="submit"
            label={isNew.value ? t.signUp : t.logIn}
            pending={form.isPending}
            class="wide"
          />
        </Form>
        {onBack && <Button look="quiet" label={t.back} onPress={onBack} class="wide" />}
        <p class="door-other" hidden={onBack !== undefined}>
          {isNew.value ? t.haveAccount : t.noAccount}{" "}
          <button type="button" class="link-button" onClick={() => isNew.value = !isNew.value}>
            {isNew.value ? t.logIn : t.signUp}
          </button>
        </p>
      </div>
    </main>
  );
}
