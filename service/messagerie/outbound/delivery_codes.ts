/**
 * Why a message did not leave, or not yet: stable codes that the thread shows, each with its sentence (contract:
 * messagerie §8). Nothing else mints one.
 * @module
 */

/** Code → French sentence. */
export const DELIVERY_CODES = {
  CHANNEL_UNAVAILABLE: "L’envoi par ce canal n’est pas configuré.",
  RECIPIENT_MISSING: "Le contact n’a ni numéro ni adresse où envoyer ce message.",
  RECIPIENT_INVALID: "L’adresse ou le numéro du destinataire n’est pas valable.",
  RECIPIENT_REFUSED: "Le serveur du destinataire refuse cette adresse.",
  RECIPIENT_UNSUBSCRIBED: "Le destinataire a demandé à ne plus recevoir de messages de ce numéro.",
  RECIPIENT_UNREACHABLE: "Le message n’a pas pu être remis au destinataire.",
  REGION_NOT_ALLOWED: "L’envoi vers ce pays n’est pas ouvert chez le fournisseur.",
  SENDER_REFUSED: "Le fournisseur refuse l’expéditeur : vérifiez le numéro ou l’adresse d’envoi.",
  MESSAGE_REFUSED: "Le fournisseur refuse le contenu du message.",
  MESSAGE_DELETED: "Le message a été supprimé avant de partir.",
  PROVIDER_AUTH: "Le fournisseur refuse les identifiants : vérifiez les réglages d’envoi.",
  PROVIDER_BUSY: "Le fournisseur demande d’attendre.",
  PROVIDER_ERROR: "Le fournisseur a répondu par une erreur.",
  PROVIDER_UNREACHABLE: "Le fournisseur ne répond pas.",
  UNCONFIRMED: "Le fournisseur n’a pas confirmé l’envoi : le message est peut-être parti.",
} as const;

/** One of the table's codes. */
export type DeliveryCode = keyof typeof DELIVERY_CODES;
