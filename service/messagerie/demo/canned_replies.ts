/**
 * The demo's canned replies: desk files hold none, so they are added to the desk once it is filled.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { addCannedReply, type CannedReplyInput } from "../admin/canned_replies.ts";
import type { Desk } from "../desk.ts";

const REPLIES: readonly Omit<CannedReplyInput, "inboxId">[] = [
  {
    shortcut: "bonjour",
    title: "Accueil",
    body: "Bonjour {{contact.name}}, ici {{agent.name}}. Je regarde votre dossier tout de suite.",
  },
  {
    shortcut: "retour",
    title: "Retourner un article",
    body: [
      "Pour un retour :\n",
      "1. Gardez l’emballage d’origine si vous l’avez.",
      "2. Collez l’étiquette que je vous envoie par e-mail.",
      "3. Déposez le colis en point relais **sous 14 jours**.",
    ].join("\n"),
  },
  {
    shortcut: "delai",
    title: "Délai de livraison",
    body: "La livraison prend **3 à 5 jours ouvrés** ; vous recevez un lien de suivi dès l’expédition.",
  },
  {
    shortcut: "remboursement",
    title: "Remboursement",
    body: "Le remboursement part dès que le retour est contrôlé, et arrive sur votre compte sous 14 jours.",
  },
  {
    shortcut: "fin",
    title: "Clore la conversation",
    body:
      "Merci {{contact.name}} d’avoir écrit à {{site.name}}. Écrivez ici même si autre chose se présente.",
  },
];

/** Adds them, for every inbox; a shortcut that the desk has already stays what it is. */
export async function addDemoCannedReplies(
  desk: Pick<Desk, "store" | "env" | "wakeFeed">,
): Promise<void> {
  for (const reply of REPLIES) {
    try {
      await addCannedReply(desk, null, { ...reply, inboxId: null });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "NAME_TAKEN")) throw error;
    }
  }
}
