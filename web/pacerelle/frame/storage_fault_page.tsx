/**
 * What the browser keeps of this device is not what it was, or cannot be written: what happened, and the ways on.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { app, say, storage } from "../state.ts";
import { words } from "../words.ts";
import { EraseDialog } from "./erase_dialog.tsx";

/** Faults that leave what is here whole: there is nothing to give up. */
const WHOLE: ReadonlySet<string> = new Set([
  "STORAGE_FULL",
  "STORAGE_CLOSED",
  "STORAGE_NEWER",
  "STORAGE_TAKEN",
  "STORAGE_UNAVAILABLE",
]);

/** Tells the fault. Nothing is erased but by the person's word. */
export function StorageFaultPage() {
  const t = words.value;
  const isAsking = useSignal(false);
  const { fault } = storage.value;
  if (fault === null) return null;
  const isWhole = WHOLE.has(fault.code);
  return (
    <main class="door" id="main">
      <div class="door-card">
        <h1>{isWhole ? t.storagePaused : t.storageTitle}</h1>
        <p>{say(fault.words)}</p>
        {fault.advice && <p>{say(fault.advice)}</p>}
        <div class="door-actions">
          <Button look="primary" label={t.tryAgain} onPress={() => app.run("retry", {})} />
          {!isWhole && <Button label={t.eraseHere} onPress={() => void (isAsking.value = true)} />}
        </div>
      </div>
      {isAsking.value && <EraseDialog onClose={() => isAsking.value = false} />}
    </main>
  );
}
