/**
 * What the devices' pages say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  title: "Appareils",
  intro: "Chaque appareil a ses propres clés. Seuls ceux de cette liste lisent vos messages.",
  alone:
    "Cet appareil est le seul du compte, et il n’y a pas de clé de secours : s’il est perdu, personne ne pourra y rentrer.",
  makeKey: "Créer une clé de secours",
  approve: "Approuver un appareil",
  self: "cet appareil",
  recovery: "Clé de secours (sur papier)",
  since: (when: string) => `Dans le compte depuis le ${when}`,
  waiting: "Demande à entrer",
  waitingHint:
    "Vous ne reconnaissez pas cet appareil ? N’approuvez rien : quelqu’un connaît votre mot de passe. Changez-le, et retirez cet appareil.",
  wantsDigits: "Il propose six chiffres.",
  letIn: "Approuver…",
  remove: "Retirer",
  removeTitle: (name: string) => `Retirer « ${name} » ?`,
  removeMeans:
    "Il ne recevra plus rien : ni ce que vous écrivez, ni les réponses. Les clés sont renouvelées entre vos autres appareils et vos agents. Ce qu’il a déjà reçu, il l’a encore.",
  removeWaitingMeans: "Sa demande est effacée et sa session fermée.",
  removeKeyMeans: "Cette clé de secours ne fera plus entrer personne. Vous pourrez en faire une autre.",
  removed: (name: string) => `« ${name} » est retiré.`,
  notAsked: "La liste n’a pas pu être demandée au relais.",
  retry: "Réessayer",
  methods: "Façons d’approuver",
  byCamera: "Viser le code QR",
  byCode: "Taper le code",
  byDigits: "Six chiffres",
  camera: "Sur le nouvel appareil, après la connexion, un code QR s’affiche : visez-le.",
  cameraStart: "Ouvrir l’appareil photo",
  cameraStop: "Fermer l’appareil photo",
  cameraDenied: "L’appareil photo n’est pas accessible. Autorisez-le pour ce site, ou tapez le code.",
  cameraView: "Image de l’appareil photo",
  looking: "Cherche un code…",
  code: "Code du nouvel appareil",
  codeHint: "Il est affiché sur le nouvel appareil, sous le code QR.",
  needCode: "Donnez le code.",
  letDeviceIn: "Faire entrer",
  digitsNone:
    "Aucun appareil ne demande six chiffres. Sur le nouvel appareil : « Six chiffres », puis « Demander ».",
  digitsBegin: (name: string) => `Comparer avec « ${name} »`,
  digitsWaiting: (name: string) => `En attente de « ${name} »…`,
  digitsType: (name: string) => `Six chiffres affichés sur « ${name} »`,
  needDigits: "Tapez les six chiffres.",
  passing: (name: string, sent: number, parts: number) =>
    parts === 0
      ? `« ${name} » est approuvé. Par six chiffres, confirmez maintenant sur lui qu’ils ont été acceptés.`
      : `Vos messages partent vers « ${name} » : ${sent} sur ${parts}.`,
  done: (name: string) => `« ${name} » est approuvé, et vos messages lui sont envoyés.`,
  close: "Fermer",
  stop: "Annuler",
};

const en: typeof fr = {
  title: "Devices",
  intro: "Each device has keys of its own. Those in this list alone can read your messages.",
  alone:
    "This is the account’s only device, and there is no recovery key: if it is lost, nobody can get back in.",
  makeKey: "Make a recovery key",
  approve: "Approve a device",
  self: "this device",
  recovery: "Recovery key (on paper)",
  since: (when) => `In the account since ${when}`,
  waiting: "Asks to come in",
  waitingHint:
    "You do not know this device? Approve nothing: somebody knows your password. Change it, and remove this device.",
  wantsDigits: "It offers six digits.",
  letIn: "Approve…",
  remove: "Remove",
  removeTitle: (name) => `Remove “${name}”?`,
  removeMeans:
    "It will receive nothing more: neither what you write nor the replies. Keys are renewed between your other devices and your agents. What it has received it still has.",
  removeWaitingMeans: "Its request is erased and its session closed.",
  removeKeyMeans: "This recovery key will let nobody in any more. You can make another one.",
  removed: (name) => `“${name}” is removed.`,
  notAsked: "The relay could not be asked for the list.",
  retry: "Try again",
  methods: "Ways to approve",
  byCamera: "Scan the QR code",
  byCode: "Type the code",
  byDigits: "Six digits",
  camera: "After logging in, the new device shows a QR code: point at it.",
  cameraStart: "Open the camera",
  cameraStop: "Close the camera",
  cameraDenied: "The camera cannot be used. Allow it for this site, or type the code.",
  cameraView: "Picture of the camera",
  looking: "Looking for a code…",
  code: "Code of the new device",
  codeHint: "It is shown on the new device, under the QR code.",
  needCode: "Give the code.",
  letDeviceIn: "Let it in",
  digitsNone: "No device asks for six digits. On the new device: “Six digits”, then “Ask”.",
  digitsBegin: (name) => `Compare with “${name}”`,
  digitsWaiting: (name) => `Waiting for “${name}”…`,
  digitsType: (name) => `Six digits shown on “${name}”`,
  needDigits: "Type the six digits.",
  passing: (name, sent, parts) =>
    parts === 0
      ? `“${name}” is approved. By six digits, confirm on it now that they were taken.`
      : `Your messages leave for “${name}”: ${sent} of ${parts}.`,
  done: (name) => `“${name}” is approved, and your messages are sent to it.`,
  close: "Close",
  stop: "Cancel",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
