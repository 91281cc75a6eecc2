/**
 * The recovery key: whether there is one, and one made and shown this once, until the person says that it is kept.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Download, Printer } from "lucide";
import { Button } from "../../kit/button.tsx";
import { Checkbox } from "../../kit/choice.tsx";
import { CopyBlock } from "../../kit/copy_block.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { account, app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The card. */
export function RecoveryCard() {
  const t = words.value;
  const key = useSignal<string | null>(null);
  const fault = useSignal<string | undefined>(undefined);
  const { hasRecoveryKey = null } = account.value ?? {};

  async function make(): Promise<void> {
    const outcome = await app.run("createRecoveryKey", {});
    fault.value = outcome.ok ? undefined : sayTold(outcome.refusal);
    if (outcome.ok) key.value = outcome.value.key;
  }
  return (
    <>
      <p>{t.recoveryIntro}</p>
      {hasRecoveryKey === true ? <p class="secondary">{t.recoveryThere}</p> : (
        <>
          {hasRecoveryKey === false && <p class="notice notice-warning">{t.recoveryNone}</p>}
          {fault.value !== undefined && <p class="notice notice-danger" role="alert">{fault.value}</p>}
          <div class="form-actions">
            <Button look="primary" label={t.recoveryMake} onPress={make} />
          </div>
        </>
      )}
      {key.value !== null && <ShownOnce recoveryKey={key.value} onClose={() => key.value = null} />}
    </>
  );
}

function ShownOnce({ recoveryKey, onClose }: { readonly recoveryKey: string; readonly onClose: () => void }) {
  const t = words.value;
  const k = kitWords.value;
  const isKept = useSignal(false);
  return (
    <Dialog
      title={t.recoveryTitle}
      closeLabel={k.close}
      canDismiss={false}
      onClose={onClose}
      class="recovery"
    >
      <p class="notice notice-warning">{t.recoveryOnce}</p>
      <CopyBlock title={t.recoveryKey} text={recoveryKey} copyLabel={k.copy} copiedLabel={k.copied} />
      <p class="print-only">{account.value?.email}</p>
      <div class="form-actions">
        <Button icon={Printer} label={t.print} onPress={() => print()} />
        <Button icon={Download} label={t.download} onPress={() => download(recoveryKey)} />
      </div>
      <Checkbox label={t.recoveryKept} value={isKept.value} onValue={(value) => isKept.value = value} />
      <div class="dialog-foot">
        <Button look="primary" label={t.recoveryDone} disabled={!isKept.value} onPress={onClose} />
      </div>
    </Dialog>
  );
}

function download(key: string): void {
  const t = words.value;
  const text = t.recoveryText(account.value?.email ?? "", key);
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = t.recoveryFile;
  link.click();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
