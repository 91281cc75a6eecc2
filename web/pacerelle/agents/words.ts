/**
 * What the agents' pages say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  title: "Agents",
  intro: "Un agent est la boîte chiffrée d’un assistant : votre hôte MCP la lit, vos appareils y écrivent.",
  none: "Aucun agent pour l’instant",
  noneHint: "Connectez-en un : vous donnez un nom, puis vous collez une configuration dans votre hôte.",
  connect: "Connecter un agent",
  name: "Nom de l’agent",
  nameHint: "Vous seul et l’agent le voyez ; le relais ne le connaît pas.",
  needName: "Donnez un nom à l’agent.",
  create: "Créer l’agent",
  shownOnce: "Ce jeton n’est montré que cette fois. Collez la configuration dans votre hôte maintenant.",
  identifier: "Identifiant",
  token: "Jeton",
  hosts: "Configuration pour votre hôte",
  pasteInFile: (file: string) => `À mettre dans ${file}.`,
  pasteInTerminal: "À lancer dans un terminal.",
  pasteAnywhere: "Les réglages seuls, pour un autre hôte.",
  secretInVariable:
    "Le jeton va dans la variable PACERELLE_AGENT_TOKEN de votre environnement, pas dans ce fichier.",
  secretAsked: "L’hôte demandera le jeton une fois.",
  waiting: (name: string) => `En attente de « ${name} »…`,
  waitingHint:
    "Redémarrez l’hôte, puis choisissez l’invite start_pacerelle dans une nouvelle conversation. La page le dira ici.",
  connected: (name: string) => `« ${name} » est connecté.`,
  done: "J’ai collé la configuration",
  write: "Lui écrire",
  leaveTitle: "Rien n’a été copié d’ici. Fermer quand même ?",
  leaveMeans:
    "Le jeton ne sera plus montré. Vous pourrez en faire un nouveau : l’ancien cessera alors de valoir.",
  leave: "Fermer",
  unnamed: "Agent sans nom",
  never: "Jamais connecté",
  online: "En ligne",
  offlineSince: (when: string) => `Hors ligne depuis ${when}`,
  offline: "Hors ligne",
  deafByRelay: "Connecté, mais ne répond pas au relais",
  deafByReceipts: "Connecté, mais n’accuse réception de rien",
  missing: "Retiré du relais",
  unknown: "Inconnu tant que cet appareil est hors ligne",
  unverified: "Son identité n’est pas encore vérifiée",
  rename: "Renommer",
  rotate: "Nouveau jeton",
  rotateTitle: (name: string) => `Un nouveau jeton pour « ${name} » ?`,
  rotateMeans:
    "L’ancien jeton cesse de valoir tout de suite : collez le nouveau dans l’hôte pour que l’agent revienne.",
  remove: "Retirer",
  removeTitle: (name: string) => `Retirer « ${name} » ?`,
  removeMeans:
    "Son jeton cesse de valoir, ce que le relais garde pour lui est effacé, et la conversation est effacée de cet appareil.",
  actions: (name: string) => `Actions pour ${name}`,
  save: "Enregistrer",
  unnamedHint:
    "Créé depuis un appareil qui ne l’a pas fait connaître à celui-ci : un nouveau jeton y remédie.",
  writeTo: (name: string) => `Écrire à ${name}`,
  removed: (name: string) => `« ${name} » est retiré.`,
  madeTitle: (name: string) => `« ${name} » est créé`,
  renewedTitle: (name: string) => `Nouveau jeton de « ${name} »`,
  stay: "Revenir au jeton",
  elsewhere: "Votre hôte est sur un autre appareil ?",
  openThere: (address: string, name: string) =>
    `Le plus sûr : ouvrez ${address} là-bas, connectez-vous, faites entrer cet appareil depuis « Appareils », puis donnez ` +
    `un nouveau jeton à « ${name} ». Aucun secret ne voyage ; le jeton montré ici cesse de valoir.`,
  orShare: "Ou envoyez-vous la configuration :",
  orCopy: "Ou copiez la configuration et envoyez-la-vous.",
  shareIsSecret:
    "Elle peut contenir le jeton : qui le lit peut prendre la place de l’agent. Passez par un moyen que vous êtes seul à " +
    "lire, et effacez l’envoi ensuite.",
  share: (what: string) => `Partager ${what}…`,
  shareTitle: (name: string) => `Configuration de ${name}`,
  shared: "Remis à l’application que vous avez choisie.",
  shareFailed: "Le partage n’a pas abouti : copiez le texte.",
};

const en: typeof fr = {
  title: "Agents",
  intro: "An agent is an assistant’s encrypted inbox: your MCP host reads it, your devices write to it.",
  none: "No agent yet",
  noneHint: "Connect one: you give it a name, then paste a configuration into your host.",
  connect: "Connect an agent",
  name: "Name of the agent",
  nameHint: "Only you and the agent see it; the relay does not know it.",
  needName: "Give the agent a name.",
  create: "Create the agent",
  shownOnce: "This token is shown this once. Paste the configuration into your host now.",
  identifier: "Identifier",
  token: "Token",
  hosts: "Configuration for your host",
  pasteInFile: (file) => `Goes into ${file}.`,
  pasteInTerminal: "To run in a terminal.",
  pasteAnywhere: "The settings alone, for another host.",
  secretInVariable:
    "The token goes into the variable PACERELLE_AGENT_TOKEN of your environment, not into this file.",
  secretAsked: "The host will ask for the token once.",
  waiting: (name) => `Waiting for “${name}”…`,
  waitingHint:
    "Restart the host, then choose the prompt start_pacerelle in a new conversation. This page will say so.",
  connected: (name) => `“${name}” is connected.`,
  done: "I have pasted the configuration",
  write: "Write to it",
  leaveTitle: "Nothing was copied from here. Close anyway?",
  leaveMeans: "The token will not be shown again. You can make a new one: the old one then ends.",
  leave: "Close",
  unnamed: "Unnamed agent",
  never: "Never connected",
  online: "Online",
  offlineSince: (when) => `Offline since ${when}`,
  offline: "Offline",
  deafByRelay: "Connected, but does not answer the relay",
  deafByReceipts: "Connected, but acknowledges nothing",
  missing: "Removed from the relay",
  unknown: "Unknown while this device is offline",
  unverified: "Its identity is not verified yet",
  rename: "Rename",
  rotate: "New token",
  rotateTitle: (name) => `A new token for “${name}”?`,
  rotateMeans: "The old token ends at once: paste the new one into the host for the agent to come back.",
  remove: "Remove",
  removeTitle: (name) => `Remove “${name}”?`,
  removeMeans:
    "Its token ends, what the relay keeps for it is erased, and the conversation is erased from this device.",
  actions: (name) => `Actions for ${name}`,
  save: "Save",
  unnamedHint: "Made on a device that has not told this one of it: a new token mends that.",
  writeTo: (name) => `Write to ${name}`,
  removed: (name) => `“${name}” is removed.`,
  madeTitle: (name) => `“${name}” is made`,
  renewedTitle: (name) => `New token of “${name}”`,
  stay: "Back to the token",
  elsewhere: "Is your host on another device?",
  openThere: (address, name) =>
    `Safest: open ${address} there, log in, let that device in from “Devices”, then give “${name}” a new token. No secret ` +
    "travels; the token shown here ends.",
  orShare: "Or send the configuration to yourself:",
  orCopy: "Or copy the configuration and send it to yourself.",
  shareIsSecret:
    "It may hold the token: whoever reads that can take the agent’s place. Use a way that you alone can read, and delete " +
    "what you sent afterwards.",
  share: (what) => `Share ${what}…`,
  shareTitle: (name) => `Configuration of ${name}`,
  shared: "Handed to the app that you chose.",
  shareFailed: "Sharing did not work: copy the text.",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
