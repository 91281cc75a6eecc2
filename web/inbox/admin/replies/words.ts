/**
 * What "Administration › Réponses types et étiquettes" says.
 * @module
 */
import { createWords } from "../../../kit/words.ts";

const fr = {
  hint: "Ce que l’équipe écrit souvent, et comment elle range les conversations.",
  tabs: "Réponses types et étiquettes",
  cannedTab: "Réponses types",
  tagsTab: "Étiquettes",

  cannedHint: "Dans une réponse, tapez / puis le raccourci.",
  addCanned: "Nouvelle réponse type",
  noCanned: "Aucune réponse type encore.",
  shortcut: "Raccourci",
  shortcutHint: "Lettres, chiffres, tirets et soulignés, sans la barre.",
  badShortcut: (most: number) => `De 1 à ${most} lettres, chiffres, tirets ou soulignés.`,
  shortcutTaken: "Ce raccourci est déjà pris dans cette boîte.",
  title: "Titre",
  needTitle: "Écrivez un titre.",
  body: "Texte",
  bodyHint: "Markdown léger : gras, italique, listes, liens. Un nom entre accolades est remplacé.",
  needBody: "Écrivez le texte.",
  badVariables: (names: string) => `Ces noms entre accolades n’existent pas : ${names}.`,
  insert: "Insérer",
  variables: {
    "contact.name": "Nom du visiteur",
    "contact.email": "E-mail du visiteur",
    "agent.name": "Votre nom",
    "site.name": "Nom du site",
  } as Readonly<Record<string, string>>,
  insertOf: (name: string) => `Insérer : ${name}`,
  inbox: "Boîte",
  everyInbox: "Toutes les boîtes",
  changeCanned: (title: string) => `Modifier « ${title} »`,
  removeCanned: (title: string) => `Supprimer « ${title} »`,
  removeCannedBody: (title: string) =>
    `« ${title} » n’est plus proposée à personne. Les messages déjà envoyés ne changent pas.`,
  cannedRemoved: (title: string) => `« ${title} » est supprimée.`,

  tagsHint:
    "Une étiquette déclarée donne son nom et sa couleur partout, aussi quand un agent la pose. Une autre reste grise.",
  addTag: "Nouvelle étiquette",
  noTags: "Aucune étiquette déclarée encore.",
  tag: "Étiquette",
  color: "Couleur",
  colorHint: "Choisissez dans la liste, ou une autre.",
  otherColor: "Autre couleur",
  badColor: "Une couleur, comme #1d4ed8.",
  preview: "Aperçu",
  conversations: "Conversations",
  changeTag: (name: string) => `Modifier « ${name} »`,
  changeTagHint: "Nom et couleur changent aussi sur les conversations qui la portent.",
  removeTag: (name: string) => `Retirer « ${name} »`,
  removeTagBody: (name: string, count: string) =>
    `« ${name} » n’est plus déclarée. Les conversations qui la portent (${count}) la gardent, en gris.`,
  takeBack: "Retirer",
  tagRemoved: (name: string) => `« ${name} » n’est plus déclarée.`,
  colors: {
    "#dc2626": "Rouge",
    "#ea580c": "Orange",
    "#ca8a04": "Ambre",
    "#16a34a": "Vert",
    "#0d9488": "Sarcelle",
    "#2563eb": "Bleu",
    "#7c3aed": "Violet",
    "#db2777": "Rose",
    "#64748b": "Gris",
  } as Readonly<Record<string, string>>,
};

const en: typeof fr = {
  hint: "What the team often writes, and how it sorts conversations.",
  tabs: "Canned replies and tags",
  cannedTab: "Canned replies",
  tagsTab: "Tags",

  cannedHint: "In a reply, type / and the shortcut.",
  addCanned: "New canned reply",
  noCanned: "No canned reply yet.",
  shortcut: "Shortcut",
  shortcutHint: "Letters, digits, hyphens and underscores, without the slash.",
  badShortcut: (most) => `1 to ${most} letters, digits, hyphens or underscores.`,
  shortcutTaken: "This shortcut is taken in that inbox.",
  title: "Title",
  needTitle: "Type a title.",
  body: "Text",
  bodyHint: "Light Markdown: bold, italic, lists, links. A name between braces is filled in.",
  needBody: "Type the text.",
  badVariables: (names) => `These names between braces do not exist: ${names}.`,
  insert: "Insert",
  variables: {
    "contact.name": "Visitor’s name",
    "contact.email": "Visitor’s e-mail",
    "agent.name": "Your name",
    "site.name": "Site’s name",
  },
  insertOf: (name) => `Insert: ${name}`,
  inbox: "Inbox",
  everyInbox: "All inboxes",
  changeCanned: (title) => `Edit “${title}”`,
  removeCanned: (title) => `Delete “${title}”`,
  removeCannedBody: (title) =>
    `“${title}” is offered to nobody any more. Messages that were sent stay as they are.`,
  cannedRemoved: (title) => `“${title}” is deleted.`,

  tagsHint:
    "A declared tag gives its name and colour everywhere, also when an agent sets it. Any other stays grey.",
  addTag: "New tag",
  noTags: "No tag declared yet.",
  tag: "Tag",
  color: "Colour",
  colorHint: "Choose one of these, or another.",
  otherColor: "Another colour",
  badColor: "A colour, such as #1d4ed8.",
  preview: "Preview",
  conversations: "Conversations",
  changeTag: (name) => `Edit “${name}”`,
  changeTagHint: "Name and colour change on conversations that have it, too.",
  removeTag: (name) => `Remove “${name}”`,
  removeTagBody: (name, count) =>
    `“${name}” is declared no more. Conversations that have it (${count}) keep it, in grey.`,
  takeBack: "Remove",
  tagRemoved: (name) => `“${name}” is declared no more.`,
  colors: {
    "#dc2626": "Red",
    "#ea580c": "Orange",
    "#ca8a04": "Amber",
    "#16a34a": "Green",
    "#0d9488": "Teal",
    "#2563eb": "Blue",
    "#7c3aed": "Purple",
    "#db2777": "Pink",
    "#64748b": "Grey",
  },
};

/** The words. */
export const words = createWords({ fr, en });
