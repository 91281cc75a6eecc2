/**
 * What the channel found out, in words for a person: what was seen, whether anything was harmed, what to do.
 * @module
 */
import type { AlertKind } from "../../../../wire/endpoint/alerts.ts";
import type { AlertView } from "../state_types.ts";
import type { Words } from "../told.ts";
import { adviceOf, type WordRow } from "./row.ts";

interface AlertRow {
  readonly gravity: AlertView["gravity"];
  /** It tells of something past: once read, it is done with. */
  readonly isPast: boolean;
  /** `{name}` stands for whom it is about. */
  readonly words: WordRow;
}

const row = (gravity: AlertRow["gravity"], isPast: boolean, ...words: WordRow): AlertRow => ({
  gravity,
  isPast,
  words,
});

const DISTRUST = [
  "Rien n’a été envoyé avec. Si cela continue, ne vous fiez plus à ce relais.",
  "Nothing was sent with it. If it goes on, do not rely on this relay any more.",
] as const;

const ALERTS: Readonly<Record<AlertKind, AlertRow>> = {
  "roster-forged": row(
    "danger",
    false,
    "Le relais montre une liste d’appareils que personne de ce compte n’a signée : quelqu’un voudrait lire vos messages. Elle est ignorée.",
    "The relay shows a list of devices that nobody of this account has signed: somebody would like to read your messages. It is ignored.",
    ...DISTRUST,
  ),
  "roster-forked": row(
    "danger",
    false,
    "Deux listes d’appareils différentes circulent pour ce compte. Celle que cet appareil connaissait est gardée.",
    "Two different lists of devices go round for this account. The one that this device knew is kept.",
    "Comparez la liste sur tous vos appareils et retirez ce que vous ne connaissez pas.",
    "Compare the list on all of your devices and remove what you do not know.",
  ),
  "roster-rolled-back": row(
    "danger",
    false,
    "Le relais montre une ancienne liste d’appareils, où un appareil retiré peut être encore. Elle est ignorée.",
    "The relay shows an old list of devices, in which a removed device may still be. It is ignored.",
    ...DISTRUST,
  ),
  "roster-hidden": row(
    "danger",
    false,
    "Le relais cache une liste d’appareils plus récente, que {name} connaît.",
    "The relay hides a newer list of devices, which {name} knows.",
    "Un appareil que vous avez retiré recevrait peut-être encore ce que vous écrivez ici : attendez avant d’écrire.",
    "A device that you removed might still receive what you write here: wait before you write.",
  ),
  "card-forged": row(
    "danger",
    false,
    "Le relais montre une fausse identité pour {name} : quelqu’un voudrait lire à sa place. Rien ne lui est envoyé.",
    "The relay shows a false identity for {name}: somebody would like to read in its place. Nothing is sent to it.",
    "Attendez. Si cela continue, donnez un nouveau jeton à l’agent, ou changez de relais.",
    "Wait. If it goes on, give the agent a new token, or change the relay.",
  ),
  "card-changed": row(
    "danger",
    false,
    "Le relais montre une autre identité pour {name}, sans nouveau jeton. Elle est ignorée : l’ancienne reste la seule.",
    "The relay shows another identity for {name}, without a new token. It is ignored: the old one remains the only one.",
    "Si l’agent a perdu son état (autre ordinateur, dossier effacé), donnez-lui un nouveau jeton.",
    "If the agent has lost its state (another computer, a deleted folder), give it a new token.",
  ),
  "agent-renewed": row(
    "notice",
    true,
    "{name} a une nouvelle identité depuis son nouveau jeton.",
    "{name} has a new identity since its new token.",
    "C’est attendu si vous venez de le renouveler ; sinon, renouvelez-le encore.",
    "That is expected if you have just renewed it; otherwise renew it again.",
  ),
  "prekey-forged": row(
    "danger",
    false,
    "Le relais a donné une fausse clé pour {name}.",
    "The relay gave a false key for {name}.",
    ...DISTRUST,
  ),
  "envelope-forged": row(
    "danger",
    true,
    "Un message se donnait pour celui de {name} et ne l’était pas, ou a été changé en chemin. Il a été écarté.",
    "A message claimed to be {name}’s and was not, or was changed on its way. It was put aside.",
  ),
  "sender-unknown": row(
    "warning",
    true,
    "Un message d’un appareil inconnu de ce compte a été écarté.",
    "A message of a device that this account does not know was put aside.",
  ),
  "envelope-invalid": row(
    "warning",
    true,
    "Un message illisible de {name} a été écarté.",
    "An unreadable message of {name} was put aside.",
    "Mettez à jour l’application et le serveur de l’agent.",
    "Update the app and the agent’s server.",
  ),
  "held-back": row(
    "warning",
    false,
    "Des messages de {name} manquent : le relais ou le réseau les retient.",
    "Messages of {name} are missing: the relay or the network holds them back.",
    "Ils sont redemandés. Ce que vous voyez de cette conversation n’est pas complet.",
    "They are being asked for again. What you see of this conversation is not complete.",
  ),
  "messages-lost": row(
    "warning",
    true,
    "Des messages de {name} n’arriveront pas : il ne les a plus.",
    "Messages of {name} will not come: it does not have them any more.",
  ),
  "restored": row(
    "notice",
    true,
    "Cet appareil a été ramené à un état plus ancien. Ses clés perdues ont été remplacées.",
    "This device was put back to an older state. The keys that were lost have been replaced.",
  ),
  "queue-full": row(
    "warning",
    false,
    "La file de {name} est pleine au relais : vos messages attendent ici.",
    "The queue of {name} at the relay is full: your messages wait here.",
  ),
  "files-full": row(
    "warning",
    false,
    "Le relais n’a plus de place pour les fichiers de ce compte : ceux qui attendent partiront plus tard.",
    "The relay has no room left for this account’s files: those that wait will leave later.",
  ),
  "dropped": row(
    "warning",
    true,
    "Le relais a abandonné des messages que {name} n’a pas pris en 30 jours.",
    "The relay gave up messages that {name} did not take within 30 days.",
  ),
  "flood": row(
    "warning",
    true,
    "Le relais a envoyé plus qu’il ne doit : la connexion a été coupée.",
    "The relay sent more than it may: the connection was cut.",
  ),
  "clock-wrong": row(
    "warning",
    false,
    "L’horloge de cet appareil et celle du relais diffèrent de plus de dix minutes : les heures affichées sont fausses.",
    "The clocks of this device and of the relay are more than ten minutes apart: the times shown are wrong.",
    "Réglez l’heure de cet appareil. Rien n’est perdu : vos clés et messages ne dépendent pas de cette seule horloge.",
    "Set this device’s clock. Nothing is lost: your keys and messages do not depend on this clock alone.",
  ),
};

/** What is told of an alert about `name`; null: the relay. */
export function alertWords(
  kind: AlertKind,
  name: string | null,
): Pick<AlertView, "gravity" | "words" | "advice" | "canDismiss"> {
  const { gravity, isPast, words } = ALERTS[kind];
  const fill = (text: string, relay: string) => text.replaceAll("{name}", () => name ?? relay);
  const filled: Words = { fr: fill(words[0], "le relais"), en: fill(words[1], "the relay") };
  return { gravity, words: filled, advice: adviceOf(words), canDismiss: isPast };
}
