/**
 * What the app's frame and its first pages say. Each area has a catalogue of its own.
 * @module
 */
import { createWords } from "../kit/words.ts";

const fr = {
  product: "Pacerelle",
  tagline: "Écrivez à votre assistant. Ce que vous écrivez n’est lu que par lui.",
  skip: "Aller au contenu",
  navigation: "Navigation",
  conversations: "Conversations",
  agents: "Agents",
  devices: "Appareils",
  settings: "Réglages",
  opening: "Ouverture…",
  signUp: "Créer un compte",
  logIn: "Se connecter",
  signUpTitle: "Créer un compte",
  logInTitle: "Se connecter",
  email: "Adresse e-mail",
  password: "Mot de passe",
  passwordHint: (least: number) =>
    `${least} caractères au moins. Il ouvre votre compte ; il ne déchiffre aucun message.`,
  deviceName: "Nom de cet appareil",
  deviceNameHint: "Vous le reconnaîtrez dans la liste de vos appareils.",
  haveAccount: "Vous avez déjà un compte ?",
  noAccount: "Pas encore de compte ?",
  needEmail: "Donnez une adresse e-mail.",
  needPassword: (least: number) => `Choisissez au moins ${least} caractères.`,
  needPasswordHere: "Donnez votre mot de passe.",
  needName: "Donnez un nom à cet appareil.",
  checkForm: "Vérifiez ce qui est signalé.",
  storageTitle: "Cet appareil n’est plus lisible ici",
  storagePaused: "L’application ne peut pas continuer ici",
  tryAgain: "Réessayer",
  eraseHere: "Effacer cet appareil",
  eraseTitle: "Effacer ce qui reste de cet appareil ?",
  eraseMeans:
    "Ce que ce navigateur garde encore est effacé et ne reviendra pas. Votre compte et vos autres appareils restent : " +
    "reconnectez-vous ensuite, et l’un d’eux fera entrer celui-ci.",
  unread: (count: number) => count === 1 ? "1 non lu" : `${count} non lus`,
  waitingDevices: (count: number) => count === 1 ? "1 appareil en attente" : `${count} appareils en attente`,
  notices: "À savoir",
  understood: "Compris",
  offline: "Hors ligne.",
  refused: "Connexion refusée.",
  offlineHint: "Ce que vous écrivez est gardé ici et partira seul.",
  unsent: (count: number) =>
    count === 1 ? "1 message attend de partir." : `${count} messages attendent de partir.`,
  reconnect: "Réessayer",
  handover: (received: number, parts: number | null) =>
    parts === null
      ? "Vos messages arrivent de l’autre appareil…"
      : `Vos messages arrivent de l’autre appareil : ${received} sur ${parts}.`,
  updateReady: "Une nouvelle version est prête.",
  updateNow: "Recharger",
  removedTitle: "Cet appareil a été retiré du compte.",
  removedHint: "Ce qui était ici se lit encore ; rien de nouveau n’y arrive.",
  logInAgain: "Se connecter de nouveau",
  back: "Retour",
  unnamed: "Agent sans nom",
  partFailed: "Cette partie n’a pas pu être chargée.",
  nowhere: "Rien à cette adresse",
  nowhereHint:
    "Le lien est faux, ou ce qu’il montrait a changé de place. Vos conversations sont toujours là.",
  home: "Aller aux conversations",
};

const en: typeof fr = {
  product: "Pacerelle",
  tagline: "Write to your assistant. Nobody else reads what you write.",
  skip: "Skip to content",
  navigation: "Navigation",
  conversations: "Conversations",
  agents: "Agents",
  devices: "Devices",
  settings: "Settings",
  opening: "Opening…",
  signUp: "Create an account",
  logIn: "Log in",
  signUpTitle: "Create an account",
  logInTitle: "Log in",
  email: "E-mail address",
  password: "Password",
  passwordHint: (least) => `At least ${least} characters. It opens your account; it decrypts no message.`,
  deviceName: "Name of this device",
  deviceNameHint: "You will know it by this name in the list of your devices.",
  haveAccount: "You have an account already?",
  noAccount: "No account yet?",
  needEmail: "Give an e-mail address.",
  needPassword: (least) => `Choose at least ${least} characters.`,
  needPasswordHere: "Give your password.",
  needName: "Give this device a name.",
  checkForm: "Check what is pointed out.",
  storageTitle: "This device cannot be read here any more",
  storagePaused: "The app cannot go on here",
  tryAgain: "Try again",
  eraseHere: "Erase this device",
  eraseTitle: "Erase what is left of this device?",
  eraseMeans:
    "What this browser still keeps is erased and will not come back. Your account and your other devices stay: log in " +
    "again afterwards, and one of them lets this one in.",
  unread: (count) => `${count} unread`,
  waitingDevices: (count) => count === 1 ? "1 device waiting" : `${count} devices waiting`,
  notices: "Notices",
  understood: "Understood",
  offline: "Offline.",
  refused: "Connection refused.",
  offlineHint: "What you write is kept here and leaves by itself.",
  unsent: (count) => count === 1 ? "1 message waits to leave." : `${count} messages wait to leave.`,
  reconnect: "Try again",
  handover: (received, parts) =>
    parts === null
      ? "Your messages are coming from the other device…"
      : `Your messages are coming from the other device: ${received} of ${parts}.`,
  updateReady: "A new version is ready.",
  updateNow: "Reload",
  removedTitle: "This device was removed from the account.",
  removedHint: "What was here can still be read; nothing new arrives.",
  logInAgain: "Log in again",
  back: "Back",
  unnamed: "Unnamed agent",
  partFailed: "This part could not be loaded.",
  nowhere: "Nothing at this address",
  nowhereHint: "The link is wrong, or what it showed has moved. Your conversations are still there.",
  home: "Go to the conversations",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
