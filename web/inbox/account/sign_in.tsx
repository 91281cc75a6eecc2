/**
 * `/connexion`: signing in, and asking for a link when the password is forgotten.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { LogIn, Send } from "lucide";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { PasswordField } from "../../kit/password_field.tsx";
import { useResource } from "../../kit/resource.tsx";
import { address, go } from "../../kit/router.ts";
import { formFault, ownFault } from "../form_fault.ts";
import { loaded } from "../load.ts";
import { sessionState, signedIn } from "../session/session.ts";
import { callAccount } from "./account_api.ts";
import { Door } from "./door.tsx";
import { useWait, WaitNotice } from "./wait.tsx";
import { words } from "./words.ts";

/** Where somebody wanted to go before they had to sign in: a path of these pages, and nothing else. */
function nextPath(search: string): string {
  const next = new URLSearchParams(search).get("vers") ?? "/";
  const url = URL.parse(next, location.origin);
  return url !== null && url.origin === location.origin && !url.pathname.startsWith("/connexion")
    ? url.pathname + url.search
    : "/";
}

/** Signing in. */
export function SignInPage() {
  const isForgotten = useSignal(false);
  const isIn = sessionState.value.is === "in";
  useEffect(() => {
    if (isIn) go(nextPath(location.search), { replace: true });
  }, [isIn]);
  const welcome = useResource(() => loaded(callAccount("GET /welcome")));
  const search = new URLSearchParams(address.value.split("?")[1] ?? "");
  const login = useSignal(search.get("login") ?? "");
  return isForgotten.value
    ? (
      <Forgotten
        login={login.value}
        isMailed={welcome.value?.mail ?? true}
        onBack={() => isForgotten.value = false}
      />
    )
    : (
      <SignIn
        login={login.value}
        isReset={search.get("fait") === "mot-de-passe"}
        needsSetUp={welcome.value?.needsSetUp ?? false}
        onForgotten={(typed) => {
          login.value = typed;
          isForgotten.value = true;
        }}
      />
    );
}

function SignIn({ login, isReset, needsSetUp, onForgotten }: {
  readonly login: string;
  readonly isReset: boolean;
  readonly needsSetUp: boolean;
  readonly onForgotten: (login: string) => void;
}) {
  const t = words.value;
  const wait = useWait();
  const form = useForm({
    initial: { login, password: "" },
    check: ({ login, password }) =>
      ownFault({ login: !login.trim() && t.needLogin, password: !password && t.needPassword }),
    async send(values) {
      try {
        const session = await callAccount("POST /session", {
          body: { login: values.login.trim(), password: values.password },
        });
        signedIn(session);
        return undefined;
      } catch (error) {
        wait.take(error);
        return formFault(error);
      }
    },
  });
  return (
    <Door title={t.signInTitle} hint={t.signInHint}>
      {needsSetUp && <p class="notice notice-warning">{t.needsSetUp}</p>}
      {isReset && <p class="notice notice-success" role="status">{t.resetDone}</p>}
      <Form state={form}>
        <TextField
          {...form.bind("login")}
          label={t.login}
          autocomplete="username"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={100}
          autoFocus={login === ""}
        />
        <PasswordField
          {...form.bind("password")}
          label={t.password}
          autocomplete="current-password"
          autoFocus={login !== ""}
        />
        <WaitNotice of={wait} />
        <Button
          type="submit"
          look="primary"
          icon={LogIn}
          label={t.signIn}
          pending={form.isPending}
          disabled={wait.seconds.value > 0}
        />
      </Form>
      <button type="button" class="link-button" onClick={() => onForgotten(form.values.login)}>
        {t.forgotten}
      </button>
    </Door>
  );
}

function Forgotten({ login, isMailed, onBack }: {
  readonly login: string;
  readonly isMailed: boolean;
  readonly onBack: () => void;
}) {
  const t = words.value;
  const wait = useWait();
  const isSent = useSignal(false);
  const form = useForm({
    initial: { login },
    check: ({ login }) => ownFault({ login: !login.trim() && t.needLogin }),
    async send({ login }) {
      try {
        await callAccount("POST /password/forgotten", { body: { login: login.trim() } });
        isSent.value = true;
        return undefined;
      } catch (error) {
        wait.take(error);
        return formFault(error);
      }
    },
  });
  return (
    <Door title={t.forgottenTitle} hint={isMailed && !isSent.value ? t.forgottenHint : undefined}>
      {!isMailed
        ? <p class="notice" role="status">{t.forgottenNoMail}</p>
        : isSent.value
        ? <p class="notice notice-success" role="status">{t.forgottenDone}</p>
        : (
          <Form state={form}>
            <TextField
              {...form.bind("login")}
              label={t.login}
              autocomplete="username"
              autoCapitalize="none"
              spellcheck={false}
              maxLength={100}
              autoFocus
            />
            <WaitNotice of={wait} />
            <Button
              type="submit"
              look="primary"
              icon={Send}
              label={t.forgottenSend}
              pending={form.isPending}
              disabled={wait.seconds.value > 0}
            />
          </Form>
        )}
      <button type="button" class="link-button" onClick={onBack}>{t.backToSignIn}</button>
    </Door>
  );
}
