/**
 * Asks before what this browser keeps of the device is given up.
 * @module
 */
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { app, sayTold } from "../state.ts";
import { words } from "../words.ts";

/** The question. */
export function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = words.value;
  return (
    <ConfirmDialog
      title={t.eraseTitle}
      confirmLabel={t.eraseHere}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await app.run("erase", {});
        return outcome.ok ? undefined : sayTold(outcome.refusal);
      }}
    >
      <p>{t.eraseMeans}</p>
    </ConfirmDialog>
  );
}
