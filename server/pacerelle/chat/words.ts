/**
 * What the terminal client says, in French: states, alerts, the relay's refusals.
 * @module
 */
import type { Entry, PersonState } from "../../../service/pacerelle/chat/entry.ts";
import type { ListedAgent } from "../../../service/pacerelle/chat/agents.ts";
import type { AlertKind } from "../../../wire/endpoint/alerts.ts";
import type { ConnectionError, SendState } from "../../../wire/endpoint/api.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";

/** Why the relay said no, where a person can do something about it; its own sentence serves for the rest. */
const RELAY_SENTENCES: Partial<Record<RelayErrorCode, string>> = {
  UNAUTHORIZED: "Le relais ne reconnaît plus cet appareil : tapez « chat login ».",
  REVOKED: "Cet appareil a été retiré du compte, ou sa session a pris fin : tapez « chat login ».",
  FORBIDDEN: "Cet appareil n’en a pas le droit : est-il approuvé ? Tapez « chat login ».",
  EMAIL_TAKEN: "Un compte existe déjà pour cette adresse : tapez « chat login ».",
  LOGIN_REFUSED: "Adresse e-mail ou mot de passe refusés.",
  TOO_MANY_ATTEMPTS: "Trop d’essais : attendez avant de recommencer.",
  RATE_LIMITED: "Trop de demandes à la suite : attendez un peu.",
  DEVICE_LIMIT: "Trop d’appareils attendent déjà d’être approuvés : retirez-en (« chat device remove »).",
  AGENT_LIMIT: "Ce compte a déjà autant d’agents qu’il peut en avoir.",
  VERSION_UNSUPPORTED: "Le relais parle une autre version : mettez ce programme à jour.",
};

/** The sentence for a relay's refusal; `own` is the relay's. */
export function relaySentence(code: RelayErrorCode, own: string): string {
  return RELAY_SENTENCES[code] ?? `Le relais refuse : ${own}`;
}

/** Why there is no connection. */
export function connectionSentence(code: ConnectionError["code"]): string {
  switch (code) {
    case "UNREACHABLE":
      return "hors ligne, le relais ne répond pas";
    case "DEAF":
      return "hors ligne, le relais n’a plus répondu";
    case "UNAUTHORIZED":
    case "REVOKED":
      return "le relais ne reconnaît plus cet appareil ; s’il n’a pas été retiré, tapez « chat login »";
    case "STORE_FAILED":
      return "arrêté : l’état de cet appareil ne peut pas être écrit";
    default:
      return `refusé par le relais (${code})`;
  }
}

/** Where an own message stands: never more than the agent or the relay has said. */
export function standing(entry: Pick<Entry, "state" | "code">, state: PersonState | null): string {
  switch (state) {
    case null:
      return "";
    case "waiting":
      return {
        queued: "en attente sur cet appareil",
        uncertain: "parti sans réponse du relais, sera vérifié",
        submitted: "en attente au relais",
      }[entry.state as string] ?? "en attente";
    case "received":
      return "reçu par l’agent";
    case "processed":
      return "traité";
    case "refused":
      return `refusé : ${refusal(entry.code)}`;
    case "elsewhere":
      return "écrit sur un autre appareil";
  }
}

/** Why a message was refused for good. */
export function refusal(code: string | undefined): string {
  switch (code) {
    case "closed":
      return "une autre réponse est arrivée avant";
    case "foreign":
      return "l’agent ne connaît pas cette question";
    case "invalid":
      return "l’agent ne peut pas s’en servir";
    case "unsupported":
      return "l’agent a une version qui ne le comprend pas";
    case "DROPPED":
    case "EXPIRED":
      return "l’agent ne l’a pas pris en 30 jours";
    case "FILE_LOST":
      return "le fichier joint n’est plus ici";
    case "REMOVED":
    case "RECIPIENT_UNKNOWN":
      return "l’agent a été retiré";
    default:
      return code ?? "sans raison donnée";
  }
}

/** Why a file is neither sent nor saved, by the refusal's reason. */
export const FILE_REASONS: Readonly<Record<string, string>> = {
  "no-folder": "Ce dossier n’existe pas.",
  "missing": "Ce fichier n’existe pas.",
  "not-regular": "Ce n’est pas un fichier ordinaire.",
  "unreadable": "Ce fichier ne peut pas être lu.",
  "changed": "Ce fichier a changé pendant sa lecture : recommencez quand il est terminé.",
  "no-space": "Le disque est plein.",
  "unwritable": "Rien ne peut être enregistré dans ce dossier.",
  "runnable": "Ce fichier serait exécuté à l’ouverture : il n’est ni envoyé ni enregistré.",
  "disguised": "Ce fichier n’est pas ce que dit son type : il n’est ni envoyé ni enregistré.",
  "too-large": "Ce fichier est trop grand : 25 Mio au plus.",
  "too-many": "Trop de fichiers : 10 au plus par message.",
  "unknown": "Aucun fichier de cet identifiant : voyez « chat read ».",
  "gone": "Le relais n’a plus ce fichier.",
  "altered": "Ce qui est arrivé n’est pas le fichier qui a été envoyé : il a été écarté.",
};

/** How far a message came that was just written. */
export function sentSentence(state: SendState, offline: string | undefined, agentSeen: boolean): string {
  switch (state) {
    case "queued":
      if (offline !== undefined) {
        return `Écrit et gardé ici, pas encore parti : ${offline}. Une prochaine commande « chat » l’enverra dès que le relais le prend.`;
      }
      return agentSeen
        ? "Écrit et gardé ici : il partira à la prochaine commande « chat »."
        : "Écrit et gardé ici : l’agent ne s’est encore jamais connecté ; il partira à une commande « chat » après sa première connexion.";
    case "uncertain":
      return "Parti, mais le relais n’a pas répondu : la prochaine commande « chat » vérifiera s’il l’a.";
    case "submitted":
      return "Remis au relais, qui le garde jusqu’à ce que l’agent le prenne.";
    case "delivered":
      return "Reçu par l’agent.";
    case "processed":
    case "read":
      return "Traité par l’agent.";
    case "refused":
      return "Refusé.";
  }
}

/** Whether and since when an agent is there. */
export function presence(agent: Pick<ListedAgent, "presence" | "isPinned">): string {
  switch (agent.presence) {
    case null:
      return "présence inconnue";
    case "missing":
      return "le relais ne le connaît plus";
    case "never":
      return "jamais connecté";
    case "online":
      return agent.isPinned ? "en ligne" : "en ligne, identité non vérifiée";
    case "deaf":
      return "connecté mais muet";
    case "offline":
      return "hors ligne";
  }
}

/** What was found out; `name` says whom it is about. */
export const ALERTS: Readonly<Record<AlertKind, (name: string) => string>> = {
  "roster-forged": () =>
    "Le relais montre une liste d’appareils que personne du compte n’a signée. Elle a été ignorée.",
  "roster-forked": () =>
    "Deux listes d’appareils différentes circulent pour ce compte. La vôtre est gardée ; vérifiez vos appareils.",
  "roster-rolled-back": () => "Le relais montre une ancienne liste d’appareils. Elle a été ignorée.",
  "roster-hidden": (name) => `Le relais cache une liste d’appareils plus récente, que ${name} connaît.`,
  "card-forged": (name) => `Le relais montre une fausse identité pour ${name}. Rien ne lui est envoyé.`,
  "card-changed": (name) =>
    `Le relais montre une autre identité pour ${name}, sans nouveau jeton. Elle a été ignorée. Si l’agent a perdu son état, donnez-lui un nouveau jeton : « chat agent rotate ».`,
  "agent-renewed": (name) =>
    `${name} a une nouvelle identité depuis son nouveau jeton : c’est attendu si vous venez de le renouveler.`,
  "prekey-forged": (name) => `Le relais donne une fausse clé pour ${name}. Rien n’a été chiffré avec elle.`,
  "envelope-forged": (name) => `Un message qui n’est pas de ${name} se donnait pour tel. Il a été écarté.`,
  "sender-unknown": () => "Un message d’un inconnu a été écarté.",
  "envelope-invalid": (name) => `Un message illisible de ${name} a été écarté.`,
  "held-back": (name) => `Des messages de ${name} manquent : le relais ou le réseau les retient.`,
  "messages-lost": (name) => `Des messages de ${name} n’arriveront pas : il ne les a plus.`,
  "restored": () =>
    "L’état de cet appareil est plus ancien que ce qu’il avait envoyé : une sauvegarde a été restaurée. Les clés perdues ont été remplacées.",
  "queue-full": (name) => `La file de ${name} est pleine au relais : vos messages attendent ici.`,
  "files-full": () =>
    "Le relais n’a plus de place pour les fichiers de ce compte : ce qui en contient attend ici.",
  "dropped": (name) => `Le relais a abandonné des messages que ${name} n’a pas pris en 30 jours.`,
  "flood": () => "Le relais a envoyé plus qu’il ne doit : la connexion a été coupée.",
  "clock-wrong": () => "L’horloge de cet appareil et celle du relais diffèrent beaucoup.",
};

/** Alerts that tell of something past: once told, they are done with. */
export const TOLD_ONCE: ReadonlySet<AlertKind> = new Set<AlertKind>([
  "agent-renewed",
  "restored",
  "dropped",
  "messages-lost",
  "flood",
  "sender-unknown",
]);
