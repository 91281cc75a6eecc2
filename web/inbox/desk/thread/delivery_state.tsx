/**
 * How an e-mail or SMS left, with why it did not in words.
 * @module
 */
import { Check, CheckCheck, CircleAlert, Clock, Send } from "lucide";
import type { IconNode } from "lucide";
import { formatFull } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { language } from "../../../kit/words.ts";
import type { Delivery } from "../types.ts";
import { deskWords } from "../words.ts";

const ICONS: Readonly<Record<Delivery["state"], IconNode>> = {
  pending: Clock,
  in_flight: Send,
  sent: Check,
  delivered: CheckCheck,
  failed: CircleAlert,
  skipped: CircleAlert,
};

/** The state. With `onTakeAgain` a text that did not leave can be used again. */
export function DeliveryState({ delivery, onTakeAgain }: {
  readonly delivery: Delivery;
  readonly onTakeAgain: () => unknown;
}) {
  const t = deskWords.value;
  const { state, reason, at } = delivery;
  const isLost = state === "failed" || state === "skipped";
  const why = reason?.[language.value];
  return (
    <p class={`delivery ${isLost ? "delivery-failed" : ""}`} title={formatFull(at)}>
      <Icon of={ICONS[state]} />
      <span class="delivery-text">
        {t.deliveries[state]}
        {why !== undefined && ` : ${why}`}
        {state === "pending" && why !== undefined && ` (${t.retriesItself})`}
      </span>
      {isLost && (
        <button type="button" class="link-button" onClick={() => onTakeAgain()}>{t.takeTextAgain}</button>
      )}
    </p>
  );
}
