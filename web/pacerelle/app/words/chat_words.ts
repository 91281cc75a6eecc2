/**
 * The refusals of the person's side, as the app words them (the terminal's own sentences name its commands).
 * @module
 */
import type { CHAT_REFUSALS } from "../../../../service/pacerelle/chat/refusals.ts";
import type { WordRow } from "./row.ts";

export const CHAT_WORDS: Readonly<Record<keyof typeof CHAT_REFUSALS, WordRow>> = {
  NOT_SIGNED_IN: [
    "Aucun compte n’est ouvert sur cet appareil.",
    "No account is open on this device.",
    "Créez un compte ou connectez-vous.",
    "Sign up or log in.",
  ],
  ALREADY_SIGNED_IN: [
    "Un compte est déjà ouvert sur cet appareil.",
    "An account is already open on this device.",
    "Déconnectez-vous d’abord pour en ouvrir un autre.",
    "Log out first to open another one.",
  ],
  NOT_APPROVED: [
    "Cet appareil attend d’être approuvé.",
    "This device is waiting to be approved.",
    "Approuvez-le depuis un autre de vos appareils, ou avec la clé de secours.",
    "Approve it from another of your devices, or with the recovery key.",
  ],
  REMOVED: [
    "Cet appareil a été retiré du compte.",
    "This device was removed from the account.",
    "S’il n’aurait pas dû l’être, connectez-vous et faites-le approuver de nouveau.",
    "If it should not have been, log in and have it approved again.",
  ],
  EMAIL_INVALID: ["Cette adresse e-mail n’est pas utilisable.", "This e-mail address cannot be used."],
  PASSWORD_TOO_SHORT: [
    "Le mot de passe doit avoir au moins 12 caractères.",
    "The password needs at least 12 characters.",
    "Une phrase de quelques mots est facile à retenir.",
    "A phrase of a few words is easy to remember.",
  ],
  PASSWORD_TOO_LONG: ["Le mot de passe est trop long.", "The password is too long."],
  NAME_INVALID: [
    "Un nom a de 1 à 100 caractères, tous visibles.",
    "A name has 1 to 100 characters, all of them visible.",
  ],
  AGENT_NOT_FOUND: ["Cet agent n’est plus là.", "This agent is gone."],
  AGENT_AMBIGUOUS: ["Plusieurs agents portent ce nom.", "Several agents have this name."],
  AGENT_NAME_TAKEN: [
    "Un de vos agents porte déjà ce nom.",
    "One of your agents already has this name.",
    "Choisissez-en un autre.",
    "Choose another one.",
  ],
  AGENT_KEYLESS: [
    "Cet appareil n’a pas la clé de cet agent.",
    "This device does not have the key of this agent.",
    "Donnez un nouveau jeton à l’agent.",
    "Give the agent a new token.",
  ],
  EMPTY_MESSAGE: ["Le message est vide.", "The message is empty."],
  MESSAGE_TOO_LONG: [
    "Le message dépasse 20 000 caractères.",
    "The message is longer than 20,000 characters.",
    "Envoyez-le en plusieurs fois.",
    "Send it in several parts.",
  ],
  MESSAGE_NOT_FOUND: ["Ce message n’est plus sur cet appareil.", "This message is no longer on this device."],
  WIDGET_NOT_FOUND: [
    "Cette question n’est plus sur cet appareil.",
    "This question is no longer on this device.",
  ],
  WIDGET_AMBIGUOUS: [
    "Plusieurs questions portent cet identifiant.",
    "Several questions have this identifier.",
  ],
  WIDGET_CLOSED: [
    "Cette question a déjà sa réponse : la première compte.",
    "This question already has its answer: the first one counts.",
  ],
  ANSWER_INVALID: [
    "Cette réponse ne convient pas à la question.",
    "This answer does not fit the question.",
    "Corrigez ce qui est signalé.",
    "Correct what is marked.",
  ],
  DEVICE_NOT_FOUND: [
    "Cet appareil n’attend plus, ou n’est plus là.",
    "This device no longer waits, or is gone.",
  ],
  DEVICE_IS_SELF: [
    "C’est l’appareil que vous utilisez.",
    "This is the device that you are using.",
    "Pour le quitter, déconnectez-vous.",
    "To leave it, log out.",
  ],
  PAIRING_REFUSED: [
    "Ce code ne convient à aucun appareil qui attend.",
    "This code belongs to no device that is waiting.",
    "Gardez le nouvel appareil ouvert et recopiez son code en entier.",
    "Keep the new device open and copy its whole code.",
  ],
  DIGITS_WRONG: [
    "Les chiffres ne sont pas les mêmes sur les deux appareils : rien n’a été approuvé.",
    "The digits are not the same on both devices: nothing was approved.",
    "Recommencez sur les deux. S’ils diffèrent encore, quelqu’un s’est mis entre eux : n’insistez pas et utilisez le code QR.",
    "Start again on both. If they differ again, somebody stands between them: stop, and use the QR code.",
  ],
  PAIRING_OVER: [
    "L’autre appareil n’est plus là, ou cet essai est fini.",
    "The other device is gone, or this attempt is over.",
    "Reprenez au début sur les deux appareils.",
    "Start again on both devices.",
  ],
  RECOVERY_REFUSED: [
    "Cette clé de secours n’est pas celle de ce compte, ou elle est mal recopiée.",
    "This recovery key is not this account’s, or it was copied wrongly.",
    "Vérifiez chaque caractère : majuscules et minuscules comptent.",
    "Check each character: capitals matter.",
  ],
  RECOVERY_EXISTS: [
    "Ce compte a déjà une clé de secours.",
    "This account already has a recovery key.",
    "Si elle est perdue, retirez-la de la liste des appareils, puis faites-en une autre.",
    "If it is lost, remove it from the list of devices, then make another one.",
  ],
  ROSTER_UNTRUSTED: [
    "Le relais montre une liste d’appareils que les vôtres n’ont pas signée : rien n’a été changé.",
    "The relay shows a list of devices that yours did not sign: nothing was changed.",
    "Ne faites pas confiance à ce relais tant que cela dure. Vos messages restent illisibles pour lui.",
    "Do not trust this relay as long as that lasts. It still cannot read your messages.",
  ],
  ROSTER_HIDDEN: [
    "Le relais a pris la nouvelle liste d’appareils mais montre encore l’ancienne : on ne peut pas dire que c’est fait.",
    "The relay took the new list of devices and still shows the old one: it cannot be said to be done.",
    "Regardez de nouveau plus tard.",
    "Look again later.",
  ],
  ROSTER_BUSY: [
    "D’autres appareils changent la liste en même temps.",
    "Other devices are changing the list at the same time.",
    "Recommencez.",
    "Try again.",
  ],
  STATE_IN_USE: [
    "Une autre fenêtre se sert de cet appareil.",
    "Another window is using this device.",
  ],
  OFFLINE: [
    "Le relais ne répond pas.",
    "The relay does not answer.",
    "Vérifiez le réseau, puis recommencez.",
    "Check the network, then try again.",
  ],
  FILE_REFUSED: [
    "Ce fichier ne peut pas être envoyé ou enregistré.",
    "This file cannot be sent or saved.",
    "Choisissez-en un autre, de 25 Mo au plus et qui n’est pas un programme.",
    "Choose another one, of 25 MB at most, that is not a program.",
  ],
  OUTBOX_FULL: [
    "Trop de messages attendent déjà de partir de cet appareil.",
    "Too many messages are already waiting to leave this device.",
    "Reconnectez-le d’abord.",
    "Reconnect it first.",
  ],
  LAST_DEVICE: [
    "C’est le dernier appareil du compte : ses messages ne sont nulle part ailleurs.",
    "This is the account’s last device: its messages are nowhere else.",
    "Faites d’abord une clé de secours, ou approuvez un autre appareil. Sans cela, plus rien n’entrera dans ce compte.",
    "Make a recovery key first, or approve another device. Otherwise nothing will enter this account again.",
  ],
  UNSENT: [
    "Des messages ne sont pas encore partis de cet appareil : ils seraient perdus.",
    "Some messages have not left this device yet: they would be lost.",
    "Attendez d’être en ligne, ou quittez quand même.",
    "Wait until you are online, or leave anyway.",
  ],
};
