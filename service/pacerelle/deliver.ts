/**
 * Handing a message to the channel and saying truly how far it came (contract: pacerelle §1, Sends).
 * @module
 */
import { invalid, refuse } from "./refusals.ts";
import { type Draft, SendFault, type SendFaultCode, type SendState } from "../../wire/endpoint/api.ts";
import type { Refusal } from "../../base/refusal.ts";
import { refuseFile } from "./files/file_refusals.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { SEND_WAIT_MS } from "./limits.ts";
import { refuseFinal } from "./refused_connection.ts";
import { isoTime } from "./views.ts";

/** `queued`: written, the relay was not reached. `uncertain`: handed over, no answer yet. */
export type SendStatus = "submitted" | "queued" | "uncertain";

/** A message that is durably written. */
export interface Delivered {
  readonly messageId: string;
  readonly status: SendStatus;
  readonly at: string;
}

/**
 * Writes a message to every device of the account, and waits a little for the relay's answer.
 * @throws {Refusal} TOKEN_REFUSED, RELAY_REFUSED, MESSAGE_TOO_LONG, INVALID_REQUEST
 */
export async function deliver(
  inbox: Inbox,
  draft: Omit<Draft, "audience">,
  signal: AbortSignal,
  waitMs = SEND_WAIT_MS,
): Promise<Delivered> {
  const { channel } = inbox;
  refuseFinal(channel.status);
  try {
    const sent = await channel.send({ ...draft, audience: { to: "devices" } }, {
      waitMs,
      signal,
    });
    return deliveredAs(sent.id, sent.state, sent.at, sent.code);
  } catch (error) {
    throw error instanceof SendFault ? faultRefusal(error.code) : error;
  }
}

/**
 * What a tool says of a message in `state`.
 * @throws {Refusal} RELAY_REFUSED
 */
export function deliveredAs(id: string, state: SendState, at: number, code?: string): Delivered {
  if (state === "refused") throw refuse("RELAY_REFUSED", { messageId: id, code: code ?? "REFUSED" });
  const status = state === "queued" || state === "uncertain" ? state : "submitted";
  return { messageId: id, status, at: isoTime(at) };
}

/** Why a message was not even written, as tools say it. */
export function faultRefusal(code: SendFaultCode): Refusal {
  switch (code) {
    case "TOO_LARGE":
      return refuse("MESSAGE_TOO_LONG");
    case "INVALID":
      return invalid({ field: "text", message: "Ce contenu ne peut pas être envoyé." });
    case "OUTBOX_FULL":
      return refuse(
        "RELAY_REFUSED",
        { code },
        "Trop de messages attendent déjà d’être remis au relais : attendez que la connexion revienne (get_status).",
      );
    case "NO_RECIPIENT":
      return refuse(
        "RELAY_REFUSED",
        { code },
        "Aucun appareil de la personne n’est encore connu : attendez la première connexion au relais (get_status).",
      );
    case "FILE_LOST":
      return refuseFile("changed");
    case "STOPPED":
      return refuse("STATE_UNREADABLE", { code }, "L’état vient d’être fermé : recommencez.");
  }
}
