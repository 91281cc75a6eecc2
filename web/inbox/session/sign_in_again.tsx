/**
 * Signing in again in place: over what is open, which stays as it is.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Dialog } from "../../kit/dialog.tsx";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { faultInWords, words } from "../words.ts";
import { signedIn } from "./session.ts";
import { sessionApi, type SessionView } from "./session_api.ts";

/** The dialog, for as long as the session has ended. */
export function SignInAgain({ who }: { readonly who: SessionView }) {
  const t = words.value;
  const { login, name } = who.person;
  const password = useSignal("");
  const fault = useSignal<string | undefined>(undefined);
  const isPending = useSignal(false);

  async function submit(): Promise<void> {
    if (isPending.value) return;
    isPending.value = true;
    fault.value = undefined;
    try {
      signedIn(await sessionApi.open(login, password.value));
    } catch (error) {
      fault.value = faultInWords(error);
    } finally {
      isPending.value = false;
    }
  }

  return (
    <Dialog title={t.again} closeLabel={t.close} canDismiss={false} onClose={() => {}}>
      <p>{t.againHint(name)}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <input type="text" name="username" autocomplete="username" value={login} readOnly hidden />
        <TextField
          label={t.password}
          type="password"
          name="password"
          autocomplete="current-password"
          autoFocus
          required
          value={password.value}
          onValue={(value) => password.value = value}
          error={fault.value}
        />
        <div class="dialog-foot">
          <a class="button" href="/connexion" target="_self">{t.someoneElse}</a>
          <Button look="primary" type="submit" label={t.signIn} pending={isPending.value} />
        </div>
      </form>
    </Dialog>
  );
}
