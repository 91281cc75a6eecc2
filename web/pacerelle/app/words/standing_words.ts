/**
 * Where an own message stands, and why one was refused.
 * @module
 */
import { type Entry, personState } from "../../../../service/pacerelle/chat/entry.ts";
import type { Standing, StandingState } from "../entry_types.ts";
import type { Told, Words } from "../told.ts";
import { toldOf, type WordRow } from "./row.ts";

const STATES: Readonly<Record<StandingState, Words>> = {
  here: { fr: "En attente sur cet appareil", en: "Waiting on this device" },
  uncertain: { fr: "Parti, sera vérifié", en: "Sent, to be checked" },
  relay: { fr: "En attente de l’agent", en: "Waiting for the agent" },
  received: { fr: "Reçu par l’agent", en: "Received by the agent" },
  processed: { fr: "Traité", en: "Handled" },
  refused: { fr: "Refusé", en: "Refused" },
  elsewhere: { fr: "Écrit sur un autre appareil", en: "Written on another device" },
};

const REASONS: Readonly<Record<string, WordRow>> = {
  closed: [
    "Une autre réponse est arrivée avant : elle compte.",
    "Another answer came first: that one counts.",
  ],
  foreign: ["L’agent ne connaît pas cette question.", "The agent does not know this question."],
  invalid: ["L’agent ne peut pas se servir de cette réponse.", "The agent cannot use this answer."],
  unsupported: [
    "L’agent a une version qui ne comprend pas ce message.",
    "The agent has a version that does not understand this message.",
    "Mettez à jour le serveur de l’agent.",
    "Update the agent’s server.",
  ],
  DROPPED: [
    "L’agent ne l’a pas pris en 30 jours : le relais l’a abandonné.",
    "The agent did not take it within 30 days: the relay gave it up.",
    "Envoyez-le de nouveau.",
    "Send it again.",
  ],
  EXPIRED: [
    "L’agent ne l’a pas pris en 30 jours.",
    "The agent did not take it within 30 days.",
    "Envoyez-le de nouveau.",
    "Send it again.",
  ],
  REMOVED: ["L’agent a été retiré.", "The agent was removed."],
  RECIPIENT_UNKNOWN: ["L’agent a été retiré.", "The agent was removed."],
};

function reasonOf(code: string | undefined): Told {
  const known = code === undefined ? undefined : REASONS[code];
  return toldOf(code ?? "REFUSED", known ?? ["Ce message n’est pas arrivé.", "This message did not arrive."]);
}

/** The state of an entry for people; null for the agent's. */
export function standingState(entry: Pick<Entry, "state">): StandingState | null {
  switch (personState(entry)) {
    case null:
      return null;
    case "waiting":
      return entry.state === "queued" ? "here" : entry.state === "uncertain" ? "uncertain" : "relay";
    case "received":
      return "received";
    case "processed":
      return "processed";
    case "refused":
      return "refused";
    case "elsewhere":
      return "elsewhere";
  }
}

/** The same in words. */
export function standingOf(entry: Pick<Entry, "state" | "code">): Standing | null {
  const state = standingState(entry);
  if (state === null) return null;
  return { state, words: STATES[state], refusal: state === "refused" ? reasonOf(entry.code) : null };
}
