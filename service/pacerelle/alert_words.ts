/**
 * What the channel has found out, in words for a person.
 * @module
 */
import type { AlertKind } from "../../wire/endpoint/alerts.ts";

const ROSTER =
  "Le relais présente une liste d’appareils qui ne suit pas celle qui était connue : elle est ignorée. Prévenez la personne.";

const SENTENCES: Readonly<Record<AlertKind, string>> = {
  "roster-forged": ROSTER,
  "roster-forked": ROSTER,
  "roster-rolled-back": ROSTER,
  "roster-hidden": "Le relais cache une liste d’appareils plus récente. Prévenez la personne.",
  "card-forged": "Le relais présente une fausse identité d’agent : elle est ignorée. Prévenez la personne.",
  "card-changed": "Le relais présente une autre identité d’agent : elle est ignorée. Prévenez la personne.",
  "agent-renewed": "Un agent a une nouvelle identité : son état précédent a été perdu.",
  "prekey-forged":
    "Le relais a donné une clé qui n’est pas celle de l’appareil : rien ne lui a été envoyé avec. Prévenez la personne.",
  "envelope-forged": "Un message que son expéditeur n’a pas écrit est arrivé : il a été écarté.",
  "sender-unknown": "Un message d’un appareil inconnu est arrivé : il a été écarté.",
  "envelope-invalid": "Un message illisible est arrivé d’un appareil connu : il a été écarté.",
  "held-back":
    "Des messages de la personne manquent et n’arrivent pas : ils sont peut-être retenus. Prévenez-la.",
  "messages-lost":
    "Des messages de la personne sont perdus : demandez-lui d’écrire de nouveau ce qui manque.",
  "restored":
    "L’état vient d’une sauvegarde plus ancienne que ce qui avait été envoyé : il a été réparé. Vérifiez get_history avant de répondre de nouveau.",
  "queue-full": "Trop de messages attendent la personne au relais : il n’en prend plus.",
  "files-full":
    "Le relais n’a plus de place pour les fichiers de ce compte : ce qui en contient attend ici. Prévenez la personne.",
  "dropped": "Le relais a abandonné des messages qui attendaient la personne depuis 30 jours.",
  "flood": "Le relais envoyait plus que permis : la connexion a été coupée.",
  "clock-wrong": "L’horloge de cette machine et celle du relais diffèrent beaucoup : vérifiez l’heure.",
};

/** The sentence for an alert. */
export function alertSentence(kind: AlertKind): string {
  return SENTENCES[kind];
}
