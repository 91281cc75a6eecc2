/**
 * One device, or the recovery key, which is one on paper.
 * @module
 */
import { useSignal } from "@preact/signals";
import { KeyRound, MonitorSmartphone, Smartphone, Trash2 } from "lucide";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { formatDay } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { toast } from "../../kit/toasts.tsx";
import type { DeviceView } from "../app/state_types.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The row. */
export function DeviceRow({ device, canChange, onLetIn }: {
  readonly device: DeviceView;
  readonly canChange: boolean;
  readonly onLetIn?: () => void;
}) {
  const t = words.value;
  const isAsking = useSignal(false);
  const { id, isSelf, isRecoveryKey, standing, createdAt, wantsDigits } = device;
  const name = isRecoveryKey ? t.recovery : device.name;
  const isWaiting = standing === "waiting";
  return (
    <li class={`card ${isWaiting ? "card-waiting" : ""}`}>
      <span class="card-icon">
        <Icon of={isRecoveryKey ? KeyRound : isSelf ? MonitorSmartphone : Smartphone} />
      </span>
      <div class="card-text">
        <h2>
          <bdi>{name}</bdi> {isSelf && <span class="badge">{t.self}</span>}
        </h2>
        <p class="secondary">
          {isWaiting
            ? `${t.waiting}. ${wantsDigits ? t.wantsDigits : ""}`
            : createdAt !== null && t.since(formatDay(createdAt))}
        </p>
      </div>
      {canChange && (
        <div class="card-actions">
          {isWaiting && <Button look="primary" label={t.letIn} onPress={() => onLetIn?.()} />}
          {!isSelf && (
            <Button
              look="quiet"
              icon={Trash2}
              label={`${t.remove} ${name}`}
              isIconOnly
              onPress={() => void (isAsking.value = true)}
            />
          )}
        </div>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          confirmLabel={t.remove}
          onClose={() => isAsking.value = false}
          onConfirm={async () => {
            const outcome = await app.run("removeDevice", { device: id });
            if (!outcome.ok) return sayTold(outcome.refusal);
            toast(t.removed(name));
            return undefined;
          }}
        >
          <p>{isRecoveryKey ? t.removeKeyMeans : isWaiting ? t.removeWaitingMeans : t.removeMeans}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
