/**
 * Twilio's error codes, as far as they tell an advisor something, in our own terms.
 * @module
 */
import type { DeliveryCode } from "../../../service/messagerie/outbound/delivery_codes.ts";

const CODES: ReadonlyMap<number, DeliveryCode> = new Map<number, DeliveryCode>([
  // When a message is created.
  [21211, "RECIPIENT_INVALID"],
  [21214, "RECIPIENT_INVALID"],
  [21217, "RECIPIENT_INVALID"],
  [21265, "RECIPIENT_INVALID"],
  [21614, "RECIPIENT_INVALID"],
  [21408, "REGION_NOT_ALLOWED"],
  [21610, "RECIPIENT_UNSUBSCRIBED"],
  [21612, "RECIPIENT_UNREACHABLE"],
  [21212, "SENDER_REFUSED"],
  [21603, "SENDER_REFUSED"],
  [21606, "SENDER_REFUSED"],
  [21659, "SENDER_REFUSED"],
  [21660, "SENDER_REFUSED"],
  // When it could not be delivered.
  [30003, "RECIPIENT_UNREACHABLE"],
  [30004, "RECIPIENT_REFUSED"],
  [30005, "RECIPIENT_INVALID"],
  [30006, "RECIPIENT_INVALID"],
  [30007, "MESSAGE_REFUSED"],
  [30008, "RECIPIENT_UNREACHABLE"],
]);

/** Our code for one of Twilio's; `otherwise` for those that tell nothing more. */
export function deliveryCodeOf(twilioCode: number | null, otherwise: DeliveryCode): DeliveryCode {
  return CODES.get(twilioCode ?? 0) ?? otherwise;
}
