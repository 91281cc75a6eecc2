/**
 * An error as what a person is told.
 * @module
 */
import { Refusal } from "../../../../base/refusal.ts";
import { SendFault } from "../../../../wire/endpoint/api.ts";
import type { ConnectionError } from "../../../../wire/endpoint/api.ts";
import { RelayRefusal, RelayUnreachable } from "../../../../wire/relay_call.ts";
import type { Told } from "../told.ts";
import { CHAT_WORDS } from "./chat_words.ts";
import { FILE_WORDS } from "./file_words.ts";
import { relayWords } from "./relay_words.ts";
import { toldOf, type WordRow } from "./row.ts";
import { STORAGE_WORDS } from "./storage_words.ts";

const OWN: Readonly<Record<string, WordRow>> = {
  INTERRUPTED: [
    "L’onglet qui s’en occupait s’est fermé avant de répondre.",
    "The tab that was doing it closed before it answered.",
    "Regardez si c’est fait avant de recommencer.",
    "Look whether it is done before you try again.",
  ],
  NO_ANSWER: [
    "L’onglet qui tient cet appareil ne répond pas.",
    "The tab that holds this device does not answer.",
    "Réessayez : celui-ci va prendre la suite.",
    "Try again: this one is taking over.",
  ],
  INTERNAL: [
    "Quelque chose a échoué dans l’application.",
    "Something failed in the app.",
    "Rechargez la page. Ce qui était gardé l’est encore.",
    "Reload the page. What was kept still is.",
  ],
};

const REFUSALS: Readonly<Record<string, WordRow>> = { ...CHAT_WORDS, ...STORAGE_WORDS, ...OWN };

/** One of the app's own codes. */
export function tellCode(
  code: "INTERRUPTED" | "NO_ANSWER" | "INTERNAL",
  details: Told["details"] = {},
): Told {
  return toldOf(code, OWN[code] ?? ["", ""], details);
}

/** What an error means. Anything that is not expected is INTERNAL, with its name alone: a message may quote a secret. */
export function tell(error: unknown): Told {
  if (error instanceof Refusal) {
    const reason = error.code === "FILE_REFUSED" ? String(error.details?.["reason"]) : "";
    const row = FILE_WORDS[reason] ?? REFUSALS[error.code] ?? [error.message, error.message];
    return toldOf(error.code, row, error.details ?? {});
  }
  if (error instanceof RelayRefusal) return toldOf(error.code, relayWords(error.code), error.details);
  if (error instanceof RelayUnreachable) return toldOf("OFFLINE", CHAT_WORDS.OFFLINE);
  if (error instanceof SendFault) {
    if (error.code === "OUTBOX_FULL") return toldOf("OUTBOX_FULL", CHAT_WORDS.OUTBOX_FULL);
    if (error.code === "TOO_LARGE") return toldOf("MESSAGE_TOO_LONG", CHAT_WORDS.MESSAGE_TOO_LONG);
  }
  return tellCode("INTERNAL", { error: error instanceof Error ? error.name : typeof error });
}

/** Why there is no connection. */
export function tellConnection(error: ConnectionError): Told {
  return toldOf(error.code, relayWords(error.code), { isFinal: error.final });
}
