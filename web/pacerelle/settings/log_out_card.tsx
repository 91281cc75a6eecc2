/**
 * Logging out, with what is erased told before.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { toast } from "../../kit/toasts.tsx";
import type { LogOutPreview } from "../app/api.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The button, and the question. */
export function LogOutCard() {
  const t = words.value;
  const preview = useSignal<LogOutPreview | null>(null);
  async function look(): Promise<void> {
    const outcome = await app.run("previewLogOut", {});
    if (outcome.ok) preview.value = outcome.value;
    else toast(sayTold(outcome.refusal), { look: "danger" });
  }
  const { value: told } = preview;
  return (
    <>
      <div class="form-actions">
        <Button label={t.logOut} onPress={look} />
      </div>
      {told !== null && (
        <ConfirmDialog
          title={t.logOutTitle}
          confirmLabel={t.logOutForce}
          onClose={() => preview.value = null}
          onConfirm={async () => {
            const outcome = await app.run("logOut", { force: true });
            if (!outcome.ok) return sayTold(outcome.refusal);
            if (!outcome.value.isRelayTold) toast(t.loggedOutUntold, { look: "danger" });
            return undefined;
          }}
        >
          <p>{t.logOutErases(told.entries, told.drafts)}</p>
          {told.unsent > 0 && <p class="notice notice-danger">{t.logOutUnsent(told.unsent)}</p>}
          {told.isLastDevice && (
            <p class="notice notice-danger">
              {t.logOutLast} {!told.hasRecoveryKey && t.logOutLastNoKey}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
