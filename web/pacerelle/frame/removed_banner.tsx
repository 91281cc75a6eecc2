/**
 * This device was taken out of the account: what that means, and the two ways on.
 * @module
 */
import { useSignal } from "@preact/signals";
import { MonitorX } from "lucide";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { app, sayTold } from "../state.ts";
import { words } from "../words.ts";
import { isSigningInAgain } from "../account/sign_in_again.ts";

/** Says it above every page: what is here can still be read. */
export function RemovedBanner() {
  const t = words.value;
  const isAsking = useSignal(false);
  return (
    <div class="banner banner-danger" role="alert">
      <Icon of={MonitorX} />
      <p>
        <strong>{t.removedTitle}</strong> {t.removedHint}
      </p>
      <Button label={t.logInAgain} onPress={() => isSigningInAgain.value = true} />
      <Button look="quiet" label={t.eraseHere} onPress={() => isAsking.value = true} />
      {isAsking.value && (
        <ConfirmDialog
          title={t.eraseTitle}
          confirmLabel={t.eraseHere}
          onClose={() => isAsking.value = false}
          onConfirm={async () => {
            const outcome = await app.run("erase", {});
            return outcome.ok ? undefined : sayTold(outcome.refusal);
          }}
        >
          <p>{t.eraseMeans}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
