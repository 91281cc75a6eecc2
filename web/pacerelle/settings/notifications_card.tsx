/**
 * Notifications: on or off, and what became of the last one, as far as anybody knows.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { formatDay, formatRelative } from "../../kit/format.ts";
import type { PushAttempt } from "../../../wire/push.ts";
import { connection } from "../state.ts";
import { lookAtPush, pushAbility, type PushOutcome, type PushView, turnPushOff, turnPushOn } from "./push.ts";
import { words } from "./words.ts";

/** The card. */
export function NotificationsCard() {
  const t = words.value;
  const view = useSignal<PushView | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const ability = pushAbility();
  const isConnected = connection.value.state === "connected";

  async function take(coming: Promise<PushOutcome>): Promise<void> {
    const outcome = await coming;
    fault.value = "fault" in outcome ? outcome.fault : undefined;
    if ("view" in outcome) view.value = outcome.view;
  }
  useEffect(() => {
    if (isConnected && ability !== "none") void take(lookAtPush());
  }, [isConnected]);

  const { value: seen } = view;
  const isOn = seen?.status.subscribed !== null && seen?.status.subscribed !== undefined;
  return (
    <>
      <p>{t.notificationsIntro}</p>
      {ability === "none" && <p class="secondary">{t.pushNone}</p>}
      {ability === "denied" && <p class="notice notice-warning">{t.pushDenied}</p>}
      {fault.value !== undefined && <p class="notice notice-danger" role="alert">{fault.value}</p>}
      {ability !== "none" && (
        <p role="status">
          {seen === undefined
            ? (isConnected && fault.value === undefined ? t.pushAsking : "")
            : stateText(seen)}
        </p>
      )}
      {ability === "able" && (
        <div class="form-actions">
          {(!isOn || seen?.isHere === false) && (
            <Button
              look="primary"
              label={t.turnOn}
              onPress={() => take(turnPushOn())}
            />
          )}
          {isOn && <Button label={t.turnOff} onPress={() => take(turnPushOff())} />}
        </div>
      )}
    </>
  );
}

function stateText({ isHere, status: { subscribed, last } }: PushView): string {
  const t = words.value;
  const told = last === null ? t.lastNone : lastText(last);
  if (subscribed === null) return last === null ? t.pushOff : `${t.pushOff} ${told}`;
  const on = isHere ? t.pushOn(subscribed.host, formatDay(subscribed.since)) : t.pushElsewhere;
  return `${on} ${told}`;
}

function lastText({ at, outcome, reason }: PushAttempt): string {
  const t = words.value;
  const when = formatRelative(at);
  return outcome === "failed"
    ? t.last.failed(when, reason === undefined ? t.unknownReason : t.reasons[reason])
    : t.last[outcome](when);
}
