/**
 * The devices of the account: those that are in, those that ask, and how to let one in or out.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { addressOf } from "../frame/place.ts";
import { account, app, devices, phase, sayTold } from "../state.ts";
import { ApproveDialog } from "./approve_dialog.tsx";
import { DeviceRow } from "./device_row.tsx";
import { words } from "./words.ts";

/** The page. */
export function DevicesPage() {
  const t = words.value;
  const isApproving = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  const canChange = phase.value === "ready";
  const list = devices.value ?? [];
  const waiting = list.filter(({ standing }) => standing === "waiting");
  const approved = list.filter(({ standing }) => standing === "approved");

  async function refresh(): Promise<void> {
    const outcome = await app.run("refreshDevices", {});
    fault.value = outcome.ok ? undefined : sayTold(outcome.refusal);
  }
  useEffect(() => {
    if (canChange) void refresh();
  }, [canChange]);

  return (
    <main class="page" id="main" tabIndex={-1}>
      <header class="page-head">
        <h1>{t.title}</h1>
        {canChange && (
          <Button
            look="primary"
            icon={Plus}
            label={t.approve}
            onPress={() => void (isApproving.value = true)}
          />
        )}
      </header>
      <p class="secondary">{t.intro}</p>
      {fault.value !== undefined && devices.value === null && (
        <div class="notice notice-danger notice-row" role="alert">
          <span>{t.notAsked} {fault.value}</span>
          <Button label={t.retry} onPress={refresh} />
        </div>
      )}
      {waiting.length > 0 && (
        <>
          <p class="notice notice-warning">{t.waitingHint}</p>
          <ul class="cards">
            {waiting.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                canChange={canChange}
                onLetIn={() => isApproving.value = true}
              />
            ))}
          </ul>
        </>
      )}
      <ul class="cards">
        {approved.map((device) => <DeviceRow key={device.id} device={device} canChange={canChange} />)}
      </ul>
      {canChange && approved.length === 1 && account.value?.hasRecoveryKey === false && (
        <div class="notice notice-row">
          <span>{t.alone}</span>
          <a class="button" href={addressOf({ name: "settings" })}>{t.makeKey}</a>
        </div>
      )}
      {isApproving.value && <ApproveDialog onClose={() => isApproving.value = false} />}
    </main>
  );
}
