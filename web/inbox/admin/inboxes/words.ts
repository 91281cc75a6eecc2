/**
 * What "Administration › Boîtes de réception" says.
 * @module
 */
import { createWords } from "../../../kit/words.ts";

const fr = {
  hint: "Les conversations arrivent dans une boîte ; chaque conseiller en sert certaines.",
  add: "Nouvelle boîte",
  none: "Aucune boîte encore : toutes les conversations sont vues de toute l’équipe.",
  descriptionHint: "Ce qu’elle reçoit, en une ligne : les agents la lisent aussi.",
  site: "Site",
  noSite: "Aucun site en particulier",
  conversations: "Conversations",
  served: "Servie par",
  people: (count: number) => count === 0 ? "Personne" : count === 1 ? "1 conseiller" : `${count} conseillers`,
  changeOf: (name: string) => `Modifier « ${name} »`,
  removeOf: (name: string) => `Supprimer « ${name} »`,
  removeBody: (name: string) =>
    `« ${name} » disparaît des listes, avec ses réponses types. Une boîte où il reste des conversations n’est pas supprimée : elles doivent d’abord aller ailleurs.`,
  removed: (name: string) => `« ${name} » est supprimée.`,
};

const en: typeof fr = {
  hint: "Conversations come into an inbox; each advisor serves some of them.",
  add: "New inbox",
  none: "No inbox yet: the whole team sees every conversation.",
  descriptionHint: "What it receives, in one line: agents read it too.",
  site: "Site",
  noSite: "No site in particular",
  conversations: "Conversations",
  served: "Served by",
  people: (count) => count === 0 ? "Nobody" : count === 1 ? "1 advisor" : `${count} advisors`,
  changeOf: (name) => `Edit “${name}”`,
  removeOf: (name) => `Delete “${name}”`,
  removeBody: (name) =>
    `“${name}” leaves the lists, with its canned replies. An inbox that still holds conversations is not deleted: they must go elsewhere first.`,
  removed: (name) => `“${name}” is deleted.`,
};

/** The words. */
export const words = createWords({ fr, en });
