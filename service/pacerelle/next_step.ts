/**
 * The one thing to do now, chosen from a table: the first row that fits.
 * @module
 */
import type { Alert } from "../../wire/endpoint/alerts.ts";
import type { ConnectionStatus } from "../../wire/endpoint/api.ts";
import { alertSentence } from "./alert_words.ts";
import { connectionSentence } from "./refused_connection.ts";

/** What the choice depends on. */
export interface Situation {
  readonly status: ConnectionStatus;
  readonly alert: Alert | undefined;
  readonly uncertain: number;
  readonly queued: number;
  readonly pending: number;
  readonly checkpoints: number;
}

interface Row {
  readonly when: (now: Situation) => boolean;
  readonly say: (now: Situation) => string;
}

const TABLE: readonly Row[] = [
  {
    when: ({ status }) => status.state === "refused",
    say: ({ status }) => status.error ? connectionSentence(status.error) : "Le relais refuse la connexion.",
  },
  {
    when: ({ uncertain }) => uncertain > 0,
    say: () =>
      "Vérifiez get_history avant de répéter une action importante : on ne sait pas encore si le relais a reçu un envoi.",
  },
  { when: ({ alert }) => alert !== undefined, say: ({ alert }) => alert ? alertSentence(alert.kind) : "" },
  {
    when: ({ checkpoints }) => checkpoints > 0,
    say: () => "Lisez get_checkpoints et reprenez le travail enregistré, puis wait_for_messages sans cursor.",
  },
  {
    when: ({ pending }) => pending > 0,
    say: () => "Appelez wait_for_messages sans cursor : des demandes attendent d’être traitées.",
  },
  {
    when: ({ status, queued }) => status.state !== "connected" && queued > 0,
    say: () =>
      "Laissez faire : ce qui attend partira dès que le relais répondra ; appelez wait_for_messages.",
  },
  {
    when: ({ status }) => status.state === "offline",
    say: () => "Appelez wait_for_messages : le relais ne répond pas, le serveur réessaie tout seul.",
  },
  {
    when: ({ status }) => status.state === "connecting",
    say: () =>
      "Appelez wait_for_messages : la connexion au relais se fait, des demandes vont peut-être arriver.",
  },
];

/** One sentence. */
export function nextStep(now: Situation): string {
  return TABLE.find(({ when }) => when(now))?.say(now) ??
    "Appelez wait_for_messages et continuez d’écouter : tout est traité.";
}
