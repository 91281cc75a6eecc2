/**
 * What a new device says while it waits to be let in.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  title: "Faites entrer cet appareil",
  intro: (email: string) =>
    `Vous êtes connecté au compte ${email}. Vos messages sont chiffrés : un appareil qui les lit déjà doit approuver celui-ci.`,
  ways: "Façons d’entrer",
  byCode: "Code QR",
  byDigits: "Six chiffres",
  byKey: "Clé de secours",
  scan:
    "Sur un appareil du compte : Appareils, « Approuver un appareil », puis visez ce code. Ou recopiez-y le code ci-dessous.",
  qr: "Code QR de cet appareil",
  code: "Code de cet appareil",
  codeWarning:
    "Ne montrez ce code qu’à vos propres appareils : qui l’a peut faire entrer le sien à votre place.",
  waitingFor: "En attente d’un appareil du compte…",
  digitsIntro:
    "Sans appareil photo : un appareil du compte, connecté, affiche votre demande ; vous y tapez les six chiffres montrés ici.",
  askDigits: "Demander six chiffres",
  asked:
    "Ouvrez « Appareils » sur un appareil du compte : cet appareil y demande à entrer. Choisissez « Six chiffres ».",
  compare: (by: string | null) =>
    by === null ? "Tapez ces six chiffres sur l’autre appareil." : `Tapez ces six chiffres sur « ${by} ».`,
  compareMeans:
    "Ne confirmez qu’une fois que l’autre appareil dit les avoir acceptés : c’est ce qui prouve que vous entrez dans votre compte. S’il les refuse, annulez : quelqu’un s’est peut-être mis entre les deux.",
  digits: "Les six chiffres",
  digitsGiven: "L’autre appareil les a acceptés",
  confirmed: "Vérification avec l’autre appareil…",
  again: "Recommencer",
  stop: "Annuler",
  keyIntro:
    "Si vous n’avez plus aucun appareil. Les anciens messages ne reviennent pas : ils n’étaient que sur vos appareils.",
  key: "Clé de secours",
  keyHint: "Telle qu’elle a été montrée une fois. Majuscules et minuscules comptent.",
  needKey: "Donnez la clé de secours.",
  useKey: "Entrer avec la clé",
  leave: "Se déconnecter",
  leaveTitle: "Se déconnecter sans entrer ?",
  leaveMeans: "Cet appareil n’attend plus et n’a gardé aucun message. Votre compte ne change pas.",
};

const en: typeof fr = {
  title: "Let this device in",
  intro: (email) =>
    `You are logged in to the account ${email}. Your messages are encrypted: a device that reads them already has to approve this one.`,
  ways: "Ways in",
  byCode: "QR code",
  byDigits: "Six digits",
  byKey: "Recovery key",
  scan:
    "On a device of the account: Devices, “Approve a device”, then point at this code. Or type the code below there.",
  qr: "QR code of this device",
  code: "Code of this device",
  codeWarning: "Show this code to your own devices alone: who has it can let theirs in instead of yours.",
  waitingFor: "Waiting for a device of the account…",
  digitsIntro:
    "Without a camera: a device of the account that is connected shows your request; you type the six digits shown here there.",
  askDigits: "Ask for six digits",
  asked: "Open “Devices” on a device of the account: this device asks to come in there. Choose “Six digits”.",
  compare: (by) =>
    by === null ? "Type these six digits on the other device." : `Type these six digits on “${by}”.`,
  compareMeans:
    "Confirm only once the other device says that it has taken them: that is what proves that you enter your own account. If it refuses them, cancel: somebody may stand between the two.",
  digits: "The six digits",
  digitsGiven: "The other device has taken them",
  confirmed: "Checking with the other device…",
  again: "Start again",
  stop: "Cancel",
  keyIntro: "If you have no device left. Older messages do not come back: they were on your devices alone.",
  key: "Recovery key",
  keyHint: "As it was shown once. Capitals matter.",
  needKey: "Give the recovery key.",
  useKey: "Come in with the key",
  leave: "Log out",
  leaveTitle: "Log out without coming in?",
  leaveMeans: "This device no longer waits and has kept no message. Your account does not change.",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
