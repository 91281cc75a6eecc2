/**
 * What a refusal by the relay means, in words: why nothing comes and nothing leaves.
 * @module
 */
import type { ConnectionError, ConnectionStatus } from "../../wire/endpoint/api.ts";
import type { Refusal } from "../../base/refusal.ts";
import { REFUSALS, refuse } from "./refusals.ts";
import { isoTime } from "./views.ts";

/** The token is no good any more: only a new one helps. */
const TOKEN_CODES: ReadonlySet<string> = new Set(["UNAUTHORIZED", "FORBIDDEN", "REVOKED"]);

/** By code; any other one has a sentence of its own below. */
const SENTENCES: Readonly<Record<string, string>> = {
  UNREACHABLE: "Le relais ne répond pas ; le serveur réessaie tout seul.",
  DEAF: "Le relais s’est tu ; le serveur se reconnecte tout seul.",
  FLOOD: "Le relais envoyait plus que permis ; le serveur se reconnecte tout seul.",
  STORE_FAILED: "L’état n’a pas pu être enregistré : vérifiez le disque, puis recommencez.",
  REPLACED: "Une autre connexion de ce même serveur a pris la place de celle-ci : redémarrez le serveur.",
  VERSION_UNSUPPORTED: "Ce serveur est trop ancien pour le relais : mettez-le à jour.",
  CARD_CONFLICT:
    "Ce jeton est déjà lié à un autre état de l’agent : restaurez le dossier de l’état depuis sa sauvegarde, ou " +
    "demandez à la personne un nouveau jeton.",
  RATE_LIMITED: "Le relais demande de ralentir ; le serveur réessaie tout seul.",
  QUEUE_FULL: "Trop de messages attendent déjà la personne au relais.",
  SHUTTING_DOWN: "Le relais redémarre ; le serveur se reconnecte tout seul.",
};

/** Why the connection is not there, for people and models. */
export function connectionSentence({ code, holder }: ConnectionError): string {
  if (TOKEN_CODES.has(code)) return REFUSALS.TOKEN_REFUSED.message;
  if (code === "ALREADY_CONNECTED") {
    const who = holder === undefined ? "" : ` (« ${holder.client} », depuis ${isoTime(holder.since)})`;
    return `Cet agent est déjà connecté ailleurs${who} : fermez l’autre serveur. Celui-ci réessaie tout seul.`;
  }
  return SENTENCES[code] ?? `Le relais a refusé la connexion (${code}).`;
}

/** @throws {Refusal} TOKEN_REFUSED, RELAY_REFUSED when the relay has said no and is not asked again */
export function refuseFinal(status: ConnectionStatus): void {
  if (status.error?.final === true) refuseRefused(status);
}

/** @throws {Refusal} TOKEN_REFUSED, RELAY_REFUSED when the relay says no */
export function refuseRefused({ state, error }: ConnectionStatus): void {
  if (state === "refused" && error) throw connectionRefusal(error);
}

function connectionRefusal(error: ConnectionError): Refusal {
  const { code, holder } = error;
  if (TOKEN_CODES.has(code)) return refuse("TOKEN_REFUSED");
  const details = holder === undefined
    ? { code }
    : { code, holder: { client: holder.client, since: isoTime(holder.since) } };
  return refuse("RELAY_REFUSED", details, connectionSentence(error));
}
