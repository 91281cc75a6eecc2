/**
 * What "Administration › Canaux" says.
 * @module
 */
import { createWords } from "../../../kit/words.ts";

const fr = {
  hint:
    "Par où les réponses partent hors du site. Les réglages et leurs secrets sont dans l’environnement du serveur.",
  email: "E-mail",
  sms: "SMS",
  ready: "Configuré",
  notReady: "Non configuré",
  from: "Expéditeur",
  server: "Serveur",
  inbox: "Boîte des conversations",
  firstInbox: "La première du site",
  howEmail:
    "Pour l’ouvrir, donnez au serveur MESSAGERIE_SMTP_URL et MESSAGERIE_MAIL_FROM, puis redémarrez-le.",
  howSms:
    "Pour l’ouvrir, donnez au serveur MESSAGERIE_TWILIO_ACCOUNT_SID, MESSAGERIE_TWILIO_AUTH_TOKEN et MESSAGERIE_TWILIO_FROM, puis redémarrez-le.",
  test: "Envoyer un essai",
  toEmail: "Adresse e-mail",
  toSms: "Numéro de téléphone",
  toEmailHint: "La vôtre, par exemple : un court message y part aussitôt.",
  toSmsHint: "Le vôtre, par exemple +33612345678 : un court SMS y part aussitôt.",
  needTo: "Écrivez où envoyer l’essai.",
  badTo: "Cette adresse ou ce numéro n’est pas valable.",
  accepted: (to: string) => `Accepté par le serveur d’envoi. Vérifiez la réception à ${to}.`,
  refused: "Refusé.",
  later: "Pas encore accepté : le serveur d’envoi demande de réessayer plus tard.",
  unknown: "On ne sait pas si l’essai est parti : vérifiez la réception avant de recommencer.",
};

const en: typeof fr = {
  hint: "How replies leave beyond the site. Settings and their secrets are in the server’s environment.",
  email: "E-mail",
  sms: "SMS",
  ready: "Set up",
  notReady: "Not set up",
  from: "Sender",
  server: "Server",
  inbox: "Inbox of its conversations",
  firstInbox: "The site’s first",
  howEmail: "To open it, give the server MESSAGERIE_SMTP_URL and MESSAGERIE_MAIL_FROM, then restart it.",
  howSms:
    "To open it, give the server MESSAGERIE_TWILIO_ACCOUNT_SID, MESSAGERIE_TWILIO_AUTH_TOKEN and MESSAGERIE_TWILIO_FROM, then restart it.",
  test: "Send a test",
  toEmail: "E-mail address",
  toSms: "Phone number",
  toEmailHint: "Yours, for instance: a short message leaves for it at once.",
  toSmsHint: "Yours, for instance +33612345678: a short SMS leaves for it at once.",
  needTo: "Type where to send the test.",
  badTo: "This address or number is not valid.",
  accepted: (to) => `Accepted by the sending server. Check that it arrived at ${to}.`,
  refused: "Refused.",
  later: "Not accepted yet: the sending server asks to try again later.",
  unknown: "Nobody knows whether the test left: check whether it arrived before you try again.",
};

/** The words. */
export const words = createWords({ fr, en });
