/**
 * Why a message did not leave, or not yet: stable codes that the thread shows, each in words (contract:
 * messagerie §8). Nothing else mints one.
 * @module
 */

/** Code → what it means, in the languages of the pages. */
export const DELIVERY_CODES = {
  CHANNEL_UNAVAILABLE: {
    fr: "L’envoi par ce canal n’est pas configuré.",
    en: "Sending through this channel is not set up.",
  },
  RECIPIENT_MISSING: {
    fr: "Le contact n’a ni numéro ni adresse où envoyer ce message.",
    en: "The contact has no number or address to send this message to.",
  },
  RECIPIENT_INVALID: {
    fr: "L’adresse ou le numéro du destinataire n’est pas valable.",
    en: "The recipient’s address or number is not valid.",
  },
  RECIPIENT_REFUSED: {
    fr: "Le serveur du destinataire refuse cette adresse.",
    en: "The recipient’s server refuses this address.",
  },
  RECIPIENT_UNSUBSCRIBED: {
    fr: "Le destinataire a demandé à ne plus recevoir de messages de ce numéro.",
    en: "The recipient asked not to get messages from this number any more.",
  },
  RECIPIENT_UNREACHABLE: {
    fr: "Le message n’a pas pu être remis au destinataire.",
    en: "The message could not be delivered to the recipient.",
  },
  REGION_NOT_ALLOWED: {
    fr: "L’envoi vers ce pays n’est pas ouvert chez le fournisseur.",
    en: "The provider does not allow sending to this country.",
  },
  SENDER_REFUSED: {
    fr: "Le fournisseur refuse l’expéditeur : vérifiez le numéro ou l’adresse d’envoi.",
    en: "The provider refuses the sender: check the sending number or address.",
  },
  MESSAGE_REFUSED: {
    fr: "Le fournisseur refuse le contenu du message.",
    en: "The provider refuses what the message says.",
  },
  MESSAGE_DELETED: {
    fr: "Le message a été supprimé avant de partir.",
    en: "The message was deleted before it left.",
  },
  PROVIDER_AUTH: {
    fr: "Le fournisseur refuse les identifiants : vérifiez les réglages d’envoi.",
    en: "The provider refuses the credentials: check the sending settings.",
  },
  PROVIDER_BUSY: {
    fr: "Le fournisseur demande d’attendre.",
    en: "The provider asks to wait.",
  },
  PROVIDER_ERROR: {
    fr: "Le fournisseur a répondu par une erreur.",
    en: "The provider answered with an error.",
  },
  PROVIDER_UNREACHABLE: {
    fr: "Le fournisseur ne répond pas.",
    en: "The provider does not answer.",
  },
  UNCONFIRMED: {
    fr: "Le fournisseur n’a pas confirmé l’envoi : le message est peut-être parti.",
    en: "The provider did not confirm: the message may have left.",
  },
} as const;

/** One of the table's codes. */
export type DeliveryCode = keyof typeof DELIVERY_CODES;

/** A code in words; null for one that no table of this version holds. */
export function deliveryWords(code: string): { readonly fr: string; readonly en: string } | null {
  return Object.hasOwn(DELIVERY_CODES, code) ? DELIVERY_CODES[code as DeliveryCode] : null;
}
