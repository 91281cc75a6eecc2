/**
 * What the administration's pages say in common; each has words of its own besides.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  administration: "Administration",
  sections: "Pages d’administration",
  tokens: "API et MCP",
  inboxes: "Boîtes de réception",
  people: "Conseillers",
  replies: "Réponses types et étiquettes",
  sites: "Sites",
  channels: "Canaux",
  audit: "Journal",
  supervisorOnly: "Seul un superviseur peut régler cela.",
  save: "Enregistrer",
  saved: "Enregistré.",
  create: "Créer",
  close: "Fermer",
  change: "Modifier",
  remove: "Supprimer",
  name: "Nom",
  description: "Description",
  actions: "Actions",
  needName: "Écrivez un nom.",
  tooLong: (most: number) => `Pas plus de ${most} caractères.`,
  taken: "Ce nom est déjà pris.",
  allInboxes: "Toutes les boîtes",
  noInbox: "Aucune boîte",
  unknownInbox: "Boîte supprimée",
  never: "Jamais",
};

const en: typeof fr = {
  administration: "Administration",
  sections: "Administration pages",
  tokens: "API and MCP",
  inboxes: "Inboxes",
  people: "Advisors",
  replies: "Canned replies and tags",
  sites: "Sites",
  channels: "Channels",
  audit: "Audit log",
  supervisorOnly: "Only a supervisor can set this up.",
  save: "Save",
  saved: "Saved.",
  create: "Create",
  close: "Close",
  change: "Edit",
  remove: "Delete",
  name: "Name",
  description: "Description",
  actions: "Actions",
  needName: "Type a name.",
  tooLong: (most) => `No more than ${most} characters.`,
  taken: "This name is taken.",
  allInboxes: "All inboxes",
  noInbox: "No inbox",
  unknownInbox: "Deleted inbox",
  never: "Never",
};

/** The words that the administration's pages share. */
export const adminWords = createWords({ fr, en });
