/**
 * What the conversations say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  title: "Conversations",
  search: "Rechercher sur cet appareil",
  searchClear: "Effacer la recherche",
  hits: (count: number, hasMore: boolean) =>
    count === 0
      ? "Rien trouvé sur cet appareil."
      : hasMore
      ? `Les ${count} plus récents`
      : count === 1
      ? "1 trouvé"
      : `${count} trouvés`,
  none: "Aucune conversation",
  noneHint: "Une conversation s’ouvre avec chaque agent : commencez par en connecter un.",
  connect: "Connecter un agent",
  noneYet: "Vos conversations s’ouvriront ici.",
  openOne: "Conversation ouverte",
  choose: "Choisissez une conversation.",
  gone: "Cette conversation n’est pas sur cet appareil.",
  backToList: "Toutes les conversations",
  draft: "Brouillon :",
  nothingSaid: "Rien encore",
  answered: "Réponse donnée",
  file: "Fichier",
  questions: (count: number) => count === 1 ? "1 question attend" : `${count} questions attendent`,
  unsent: (count: number) =>
    count === 1 ? "1 message pas encore parti" : `${count} messages pas encore partis`,
  conversationWith: (name: string) => `Conversation avec ${name}`,
  empty: (name: string) => `Écrivez à « ${name} ».`,
  emptyHint: "Ce que vous écrivez est chiffré ici même ; seul cet agent et vos appareils le lisent.",
  agentNever:
    "Cet agent ne s’est encore jamais connecté : ce que vous écrivez attend ici. Collez sa configuration dans votre hôte.",
  agentDeaf:
    "Cet agent est connecté mais ne prend rien. Dans l’hôte, ouvrez une conversation et choisissez start_pacerelle.",
  agentMissing: "Cet agent a été retiré : plus rien ne lui parvient.",
  toEnd: "Aux derniers messages",
  news: "Ce qui arrive",
  says: (name: string, text: string) => `${name} : ${text}`,
  asks: (name: string, title: string) => `${name} demande : ${title}`,
  saysFile: (name: string) => `${name} envoie un fichier.`,
  readOnly: "On ne peut plus écrire depuis cet appareil.",
  you: "Vous",
  answerTo: "Réponse à",
  write: (name: string) => `Message à ${name}`,
  writePlaceholder: "Votre message",
  send: "Envoyer",
  attach: "Joindre des fichiers",
  tooLong: (over: number) => over === 1 ? "1 caractère de trop" : `${over} caractères de trop`,
  left: (count: number) => `Encore ${count} caractères`,
  sealing: (at: number, of: number) => `Chiffrement du fichier ${at} sur ${of}…`,
  follows: "La suite partira juste après.",
  dropHere: "Déposez les fichiers ici",
  removeFile: (name: string) => `Retirer ${name}`,
  draftNotKept: "Le brouillon n’a pas pu être gardé.",
  enterSends: "Entrée envoie · Maj + Entrée va à la ligne",
};

const en: typeof fr = {
  title: "Conversations",
  search: "Search on this device",
  searchClear: "Clear the search",
  hits: (count, hasMore) =>
    count === 0 ? "Nothing found on this device." : hasMore ? `The ${count} latest` : `${count} found`,
  none: "No conversation",
  noneHint: "A conversation opens with each agent: begin by connecting one.",
  connect: "Connect an agent",
  noneYet: "Your conversations will open here.",
  openOne: "Open conversation",
  choose: "Choose a conversation.",
  gone: "This conversation is not on this device.",
  backToList: "All conversations",
  draft: "Draft:",
  nothingSaid: "Nothing yet",
  answered: "Answer given",
  file: "File",
  questions: (count) => count === 1 ? "1 question waits" : `${count} questions wait`,
  unsent: (count) => count === 1 ? "1 message has not left yet" : `${count} messages have not left yet`,
  conversationWith: (name) => `Conversation with ${name}`,
  empty: (name) => `Write to “${name}”.`,
  emptyHint: "What you write is encrypted right here; this agent and your devices alone can read it.",
  agentNever:
    "This agent has never connected yet: what you write waits here. Paste its configuration into your host.",
  agentDeaf:
    "This agent is connected but takes nothing. In the host, open a conversation and choose start_pacerelle.",
  agentMissing: "This agent was removed: nothing reaches it any more.",
  toEnd: "To the latest messages",
  news: "What arrives",
  says: (name, text) => `${name}: ${text}`,
  asks: (name, title) => `${name} asks: ${title}`,
  saysFile: (name) => `${name} sends a file.`,
  readOnly: "Nothing can be written from this device any more.",
  you: "You",
  answerTo: "Answer to",
  write: (name) => `Message to ${name}`,
  writePlaceholder: "Your message",
  send: "Send",
  attach: "Attach files",
  tooLong: (over) => over === 1 ? "1 character too many" : `${over} characters too many`,
  left: (count) => `${count} characters left`,
  sealing: (at, of) => `Encrypting file ${at} of ${of}…`,
  follows: "The rest goes right after.",
  dropHere: "Drop the files here",
  removeFile: (name) => `Remove ${name}`,
  draftNotKept: "The draft could not be kept.",
  enterSends: "Enter sends · Shift + Enter begins a new line",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
