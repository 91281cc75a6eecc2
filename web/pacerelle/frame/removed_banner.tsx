/**
 * This device was taken out of the account: what that means, and the two ways on.
 * @module
 */
import { useSignal } from "@preact/signals";
import { MonitorX } from "lucide";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { words } from "../words.ts";
import { EraseDialog } from "./erase_dialog.tsx";
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
      {isAsking.value && <EraseDialog onClose={() => isAsking.value = false} />}
    </div>
  );
}
