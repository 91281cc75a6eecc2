/**
 * What the demo's visitors write about, and what they are answered. `{commande}`, `{produit}`, `{ville}`, `{montant}`,
 * `{jour}`, `{prenom}` and `{conseiller}` are filled in.
 * @module
 */

/** One subject. */
export interface Topic {
  /** What the AI understood. */
  readonly intent: string;
  readonly inbox: number;
  readonly tags: readonly string[];
  readonly opening: readonly string[];
  readonly ai: readonly string[];
  readonly agent: readonly string[];
  readonly visitor: readonly string[];
  readonly note: readonly string[];
}

export const TOPICS: readonly Topic[] = Object.freeze([
  {
    intent: "Suivi de livraison",
    inbox: 0,
    tags: ["Livraison"],
    opening: [
      "Bonjour, ma commande {commande} devait arriver {jour} et je n’ai toujours rien reçu.",
      "Bonjour, le suivi de {commande} n’a pas bougé depuis {jour}. Est-ce normal ?",
      "Où est mon colis ? Commande {commande}, livraison à {ville}.",
      "Bonjour, peut-on me livrer ma {produit} un samedi ? Je suis à {ville}.",
    ],
    ai: [
      "Bonjour {prenom}, votre commande {commande} a quitté notre entrepôt et se trouve à l’agence de {ville}. La livraison est prévue {jour}.",
      "Je vois un retard du transporteur sur {commande} : la nouvelle date est {jour}. Souhaitez-vous être prévenu par SMS ?",
      "La livraison le samedi est possible à {ville}, sans supplément. Voulez-vous que je la demande ?",
    ],
    agent: [
      "Bonjour {prenom}, je viens d’appeler le transporteur : le colis est à {ville}, il repart demain matin.",
      "Je suis désolé pour ce délai. J’ai relancé l’agence et je vous tiens au courant d’ici {jour}.",
      "C’est noté : livraison {jour} entre 8 h et 12 h. Le livreur appellera une demi-heure avant.",
    ],
    visitor: [
      "Merci, mais c’est la deuxième fois que la date change…",
      "Le livreur dit être passé alors que j’étais chez moi.",
      "D’accord pour {jour}, merci beaucoup.",
      "Pouvez-vous le déposer chez le gardien ?",
    ],
    note: [
      "Transporteur relancé par téléphone, réponse attendue {jour}.",
      "Deuxième retard sur {commande} : geste commercial possible.",
    ],
  },
  {
    intent: "Demande de remboursement",
    inbox: 1,
    tags: ["Remboursement", "Facturation"],
    opening: [
      "Bonjour, quel est le délai de remboursement ? J’ai renvoyé ma {produit} il y a dix jours.",
      "Je n’ai pas reçu les {montant} € de la commande {commande}.",
      "Bonjour, vous m’avez débité deux fois : 2 × {montant} €.",
      "Je souhaite être remboursé de {commande}, le produit ne convient pas.",
    ],
    ai: [
      "Un remboursement est fait dans les 14 jours qui suivent la réception du retour, sur le moyen de paiement d’origine.",
      "Le retour de {commande} a été reçu : {montant} € vous seront rendus au plus tard {jour}.",
      "Je comprends. Une double écriture est souvent une autorisation, que la banque libère sous 5 jours ouvrés.",
    ],
    agent: [
      "Bonjour {prenom}, le virement de {montant} € est parti ce matin, il faut compter 48 h.",
      "J’ai vérifié avec la comptabilité : la deuxième opération est annulée. Toutes mes excuses.",
      "Pouvez-vous m’envoyer un RIB ? Je fais le nécessaire dès réception.",
    ],
    visitor: [
      "Toujours rien sur mon compte ce matin.",
      "Voici le RIB demandé.",
      "C’est bon, je vois les {montant} €. Merci à {conseiller} !",
      "Ma banque dit que la somme n’a pas été libérée.",
    ],
    note: [
      "Virement {montant} € validé par la comptabilité.",
      "Client remboursé une première fois en mars, vérifier.",
    ],
  },
  {
    intent: "Produit endommagé",
    inbox: 2,
    tags: ["Sinistre"],
    opening: [
      "Bonjour, ma {produit} est arrivée cassée, le carton était ouvert. Photos jointes.",
      "Un accident pendant la livraison : un pied de la {produit} est fendu.",
      "Il manque une pièce dans le colis de {commande}, impossible de monter la {produit}.",
    ],
    ai: [
      "Je suis désolé pour ce désagrément. Pouvez-vous joindre une photo de l’emballage et du produit ?",
      "Merci pour les photos. Un conseiller va étudier votre dossier et vous proposer un échange ou un remboursement.",
    ],
    agent: [
      "Bonjour {prenom}, le dossier est complet : nous vous envoyons une {produit} neuve, livrée {jour}.",
      "La pièce manquante part aujourd’hui en express à {ville}.",
      "Je vous propose de garder le meuble avec une remise de {montant} €. Qu’en pensez-vous ?",
    ],
    visitor: [
      "Je préfère un échange, s’il vous plaît.",
      "Voici les photos, on voit bien la fissure.",
      "La remise me va, merci pour votre réactivité.",
      "Qui vient reprendre l’ancien ? Je suis au 4ᵉ sans ascenseur.",
    ],
    note: [
      "Constat transmis à l’assureur, dossier ouvert pour {commande}.",
      "Contrat vérifié, photos conformes.",
    ],
  },
  {
    intent: "Retour d’un article",
    inbox: 0,
    tags: ["Retour"],
    opening: [
      "Bonjour, comment renvoyer la {produit} de {commande} ? Elle est trop grande.",
      "Je voudrais échanger ma {produit} contre une autre couleur.",
      "L’étiquette de retour ne s’imprime pas, pouvez-vous la renvoyer ?",
    ],
    ai: [
      "Vous avez 30 jours pour changer d’avis. Je vous prépare une étiquette de retour pour {commande}.",
      "L’échange de couleur est gratuit. Le point relais le plus proche est à {ville}.",
    ],
    agent: [
      "Bonjour {prenom}, voici l’étiquette. Déposez le colis avant {jour}.",
      "L’échange est enregistré, la nouvelle {produit} part dès que l’ancienne est scannée.",
    ],
    visitor: [
      "Merci, je le dépose demain.",
      "Le point relais l’a refusé, trop lourd.",
      "Parfait, merci pour l’aide !",
    ],
    note: ["Étiquette renvoyée, numéro {commande}-R.", "Prévoir un enlèvement à domicile à {ville}."],
  },
  {
    intent: "Facture et justificatif",
    inbox: 1,
    tags: ["Facturation"],
    opening: [
      "Bonjour, je n’arrive pas à télécharger la facture de {commande}.",
      "Pouvez-vous mettre le nom de ma société sur la facture ?",
      "La TVA n’apparaît pas sur ma facture de {montant} €.",
    ],
    ai: [
      "Les factures sont dans Mon compte › Commandes. Je vous renvoie celle de {commande} par e-mail.",
      "Une facture émise ne se modifie pas, mais un avoir peut être fait. Je transmets à la comptabilité.",
    ],
    agent: [
      "Bonjour {prenom}, voici la facture corrigée, avec le numéro de TVA.",
      "J’ai fait un avoir puis une nouvelle facture au nom de votre société.",
    ],
    visitor: [
      "Bien reçue, merci.",
      "Il manque encore l’adresse de {ville}.",
      "Merci {conseiller}, c’est parfait.",
    ],
    note: ["Avoir demandé à la comptabilité.", "Client professionnel : à basculer sur Lumen Pro."],
  },
  {
    intent: "Accès au compte",
    inbox: 0,
    tags: ["Compte"],
    opening: [
      "Bonjour, je ne reçois pas l’e-mail pour changer mon mot de passe.",
      "Mon compte est bloqué, que faire ?",
      "Comment changer l’adresse e-mail de mon compte ?",
    ],
    ai: [
      "Le message peut être dans les courriers indésirables. Je viens d’en envoyer un nouveau.",
      "Par sécurité, un compte se débloque au bout d’une heure. Voulez-vous qu’un conseiller vérifie ?",
    ],
    agent: [
      "Bonjour {prenom}, le compte est débloqué. Pensez à choisir un nouveau mot de passe.",
      "L’adresse est changée ; un message de confirmation vous attend.",
    ],
    visitor: ["Ça marche, merci !", "Toujours rien dans ma boîte…", "J’ai reçu le lien mais il est expiré."],
    note: ["Identité vérifiée par téléphone.", "Adresse changée après vérification."],
  },
  {
    intent: "Demande de devis",
    inbox: 3,
    tags: ["Devis"],
    opening: [
      "Bonjour, nous aménageons des bureaux à {ville} : pouvez-vous chiffrer 24 exemplaires de la {produit} ?",
      "Faites-vous des prix à partir de dix pièces ?",
      "Quel délai pour douze exemplaires de la {produit}, livrés à {ville} ?",
    ],
    ai: [
      "Nos tarifs professionnels commencent à dix pièces. Un conseiller vous répond dans la journée.",
      "Pour un devis, il me faut l’adresse de livraison et la date souhaitée.",
    ],
    agent: [
      "Bonjour {prenom}, voici le devis : {montant} € HT la pièce, livraison {jour}.",
      "Je peux descendre de 8 % si la commande est confirmée avant {jour}.",
    ],
    visitor: [
      "Je transmets à ma direction et je reviens vers vous.",
      "Le devis est accepté, où dois-je le signer ?",
      "C’est un peu au-dessus de notre budget.",
    ],
    note: ["Marge vérifiée, remise de 8 % possible.", "Relancer {jour} si pas de réponse."],
  },
  {
    intent: "Paiement refusé",
    inbox: 1,
    tags: ["Facturation", "Relance"],
    opening: [
      "Mon paiement de {montant} € est refusé alors que ma carte fonctionne ailleurs.",
      "Bonjour, le paiement en trois fois ne passe pas pour {commande}.",
    ],
    ai: [
      "Votre banque a refusé l’opération : une validation dans son application est peut-être attendue.",
      "Le paiement en trois fois est possible de 90 à 3 000 €. Voulez-vous réessayer avec une autre carte ?",
    ],
    agent: [
      "Bonjour {prenom}, je vous envoie un lien de paiement valable jusqu’à {jour}.",
      "Le panier est gardé 48 h, prenez votre temps.",
    ],
    visitor: ["C’était bien ma banque, désolé !", "Le lien a fonctionné, merci.", "Refusé encore une fois."],
    note: ["Trois refus, code 51.", "Lien de paiement envoyé."],
  },
]);

/** Said whatever the subject. */
export const SMALL_TALK = Object.freeze({
  visitor: [
    "Merci pour votre réponse.",
    "D’accord.",
    "Vous êtes toujours là ?",
    "Je regarde et je vous redis 🙂",
    "Pouvez-vous m’appeler plutôt ?",
    "Je vous envoie ça dans la journée.",
  ],
  agent: [
    "Je vérifie et je reviens vers vous dans quelques minutes.",
    "Avez-vous d’autres questions, {prenom} ?",
    "Je reste à votre disposition. Bonne journée !",
    "C’est fait. **Merci** de votre patience.",
    "Pourriez-vous me confirmer le numéro {commande} ?",
  ],
});
