/**
 * Why a file was refused: what is wrong with it, by the reason that the refusal tells.
 * @module
 */
import type { WordRow } from "./row.ts";

const OTHER = ["Choisissez-en un autre.", "Choose another one."] as const;

/** By `details.reason` of FILE_REFUSED. */
export const FILE_WORDS: Readonly<Record<string, WordRow>> = {
  "too-large": ["Ce fichier dépasse 25 Mo.", "This file is larger than 25 MB.", ...OTHER],
  "too-many": ["Dix fichiers au plus par message.", "Ten files at most with a message."],
  runnable: [
    "Ce fichier est un programme, ou s’exécute quand on l’ouvre.",
    "This file is a program, or runs when it is opened.",
    "Envoyez-le dans une archive si vous êtes sûr de lui.",
    "Send it in an archive if you are sure of it.",
  ],
  disguised: [
    "Le contenu de ce fichier n’est pas ce que son nom annonce.",
    "This file’s content is not what its name says.",
  ],
  changed: [
    "Ce fichier a changé ou n’est plus là depuis que vous l’avez choisi.",
    "This file has changed or is gone since you picked it.",
    "Choisissez-le de nouveau.",
    "Pick it again.",
  ],
  altered: [
    "Ce fichier a été modifié en chemin : rien n’en a été gardé.",
    "This file was altered on its way: nothing of it was kept.",
    "Demandez-le de nouveau. Si cela continue, ne vous fiez plus à ce relais.",
    "Ask for it again. If it goes on, do not rely on this relay any more.",
  ],
  gone: [
    "Le relais n’a plus ce fichier.",
    "The relay no longer has this file.",
    "Demandez qu’il soit envoyé de nouveau : le relais les garde 31 jours.",
    "Ask for it to be sent again: the relay keeps files for 31 days.",
  ],
  unknown: ["Ce fichier n’est plus dans cette conversation.", "This file is no longer in this conversation."],
};
