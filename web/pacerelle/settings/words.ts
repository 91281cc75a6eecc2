/**
 * What the settings say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  title: "Réglages",
  look: "Affichage et saisie",
  theme: "Thème",
  themes: { auto: "Comme l’appareil", light: "Clair", dark: "Sombre" },
  language: "Langue",
  languages: { auto: "Comme le navigateur", fr: "Français", en: "English" },
  enter: "Touche Entrée",
  enters: {
    auto: "Comme l’appareil le veut",
    send: "Envoie le message",
    line: "Va à la ligne",
  },
  notifications: "Notifications",
  notificationsIntro:
    "Quand un agent vous écrit et que l’application est fermée. La notification ne contient rien : elle dit qu’il y a du nouveau.",
  turnOn: "Activer les notifications",
  turnOff: "Désactiver les notifications",
  pushNone:
    "Ce navigateur n’a pas de notifications pour cette page. Sur iPhone et iPad, ajoutez d’abord l’application à l’écran d’accueil.",
  pushDenied: "Ce navigateur refuse les notifications de ce site. Changez cela dans ses réglages.",
  pushFailed: "Le service de notifications du navigateur n’a pas répondu : rien n’est activé.",
  pushAsking: "Le relais est interrogé…",
  pushOff: "Désactivées.",
  pushOn: (host: string, when: string) => `Activées par ${host} depuis le ${when}.`,
  pushElsewhere: "Le relais les envoie, mais ce navigateur n’y est plus inscrit : activez-les de nouveau.",
  lastNone: "Aucune n’a encore été envoyée.",
  last: {
    sent: (when: string) => `La dernière est partie ${when} ; le service n’a pas encore répondu.`,
    accepted: (when: string) =>
      `La dernière a été remise au service ${when}. Personne ne sait si elle a été montrée.`,
    failed: (when: string, why: string) => `La dernière n’est pas partie (${when}) : ${why}.`,
    gone: (when: string) =>
      `Le service a dit ${when} que cette inscription a pris fin : activez-les de nouveau.`,
  },
  reasons: {
    unreachable: "le service était injoignable",
    timeout: "le service n’a pas répondu à temps",
    refused: "le service l’a refusée",
    "too-many": "trop de notifications d’un coup",
  },
  unknownReason: "raison inconnue",
  account: "Compte",
  signedInAs: (email: string) => `Compte ${email}`,
  thisDevice: (name: string) => `Appareil « ${name} »`,
  password: "Mot de passe",
  changePassword: "Changer le mot de passe",
  currentPassword: "Mot de passe actuel",
  nextPassword: "Nouveau mot de passe",
  needCurrent: "Donnez le mot de passe actuel.",
  needNext: (least: number) => `Choisissez au moins ${least} caractères.`,
  checkForm: "Vérifiez ce qui est signalé.",
  passwordChanged: "Le mot de passe est changé.",
  save: "Enregistrer",
  recovery: "Clé de secours",
  recoveryIntro:
    "Elle fait entrer un appareil quand vous n’en avez plus aucun. Elle n’est montrée qu’une fois.",
  recoveryThere:
    "Ce compte a une clé de secours. Perdue ? Retirez-la dans Appareils, puis faites-en une autre.",
  recoveryNone:
    "Ce compte n’a pas de clé de secours : si vous perdez tous vos appareils, personne ne pourra y rentrer.",
  recoveryMake: "Créer une clé de secours",
  recoveryTitle: "Votre clé de secours",
  recoveryOnce:
    "Montrée cette fois seulement. Gardez-la sur papier ou dans un gestionnaire de mots de passe ; qui l’a peut entrer dans le compte avec votre mot de passe.",
  recoveryKey: "Clé de secours",
  print: "Imprimer",
  download: "Enregistrer en fichier",
  recoveryFile: "cle-de-secours-pacerelle.txt",
  recoveryText: (email: string, key: string) =>
    `Pacerelle — clé de secours\nCompte : ${email}\n\n${key}\n\nElle fait entrer un nouvel appareil quand il n’en reste aucun.\n`,
  recoveryKept: "Je l’ai gardée en lieu sûr",
  recoveryDone: "Terminé",
  storage: "Ce que garde cet appareil",
  persistent: "Le navigateur a promis de garder les données de l’application.",
  notPersistent:
    "Le navigateur peut effacer ces données s’il manque de place. Vos messages n’existent que sur vos appareils.",
  persistenceUnknown: "Ce navigateur ne dit pas s’il gardera ces données.",
  askPersistence: "Demander de les garder",
  usage: (used: string, quota: string) => `${used} utilisés, ${quota} permis.`,
  install: "Installer l’application",
  installHint: "Elle s’ouvre alors comme une autre application, avec sa propre fenêtre.",
  installIos: "Sur iPhone et iPad : bouton Partager, puis « Sur l’écran d’accueil ».",
  logOut: "Se déconnecter",
  logOutTitle: "Se déconnecter de cet appareil ?",
  logOutErases: (entries: number, drafts: number) =>
    `Sont effacés d’ici : ${entries === 1 ? "1 message" : `${entries} messages`}${
      drafts === 0 ? "" : drafts === 1 ? ", 1 brouillon" : `, ${drafts} brouillons`
    }, et les clés de cet appareil.`,
  logOutUnsent: (count: number) =>
    count === 1
      ? "1 message n’est pas encore parti : il serait perdu."
      : `${count} messages ne sont pas encore partis : ils seraient perdus.`,
  logOutLast: "C’est le dernier appareil du compte : ses messages ne sont nulle part ailleurs.",
  logOutLastNoKey: "Sans clé de secours, plus aucun appareil n’entrera dans ce compte.",
  logOutForce: "Effacer et se déconnecter",
  loggedOutUntold: "Effacé d’ici. Le relais n’a pas pu être prévenu : retirez cet appareil depuis un autre.",
  about: "À propos",
  version: (version: string) => `Pacerelle ${version}`,
  tabFollows: "Un autre onglet tient la connexion ; celui-ci fait tout de même tout.",
};

const en: typeof fr = {
  title: "Settings",
  look: "Display and typing",
  theme: "Theme",
  themes: { auto: "As the device", light: "Light", dark: "Dark" },
  language: "Language",
  languages: { auto: "As the browser", fr: "Français", en: "English" },
  enter: "Enter key",
  enters: { auto: "As the device has it", send: "Sends the message", line: "Begins a new line" },
  notifications: "Notifications",
  notificationsIntro:
    "When an agent writes to you and the app is closed. The notification holds nothing: it says that there is something new.",
  turnOn: "Turn notifications on",
  turnOff: "Turn notifications off",
  pushNone:
    "This browser has no notifications for this page. On iPhone and iPad, add the app to the home screen first.",
  pushDenied: "This browser refuses this site’s notifications. Change that in its settings.",
  pushFailed: "The browser’s notification service did not answer: nothing is turned on.",
  pushAsking: "Asking the relay…",
  pushOff: "Off.",
  pushOn: (host, when) => `On, by ${host}, since ${when}.`,
  pushElsewhere: "The relay sends them, but this browser is no longer subscribed: turn them on again.",
  lastNone: "None has been sent yet.",
  last: {
    sent: (when) => `The last one left ${when}; the service has not answered yet.`,
    accepted: (when) => `The last one was handed to the service ${when}. Nobody knows whether it was shown.`,
    failed: (when, why) => `The last one was not sent (${when}): ${why}.`,
    gone: (when) => `The service said ${when} that this subscription has ended: turn them on again.`,
  },
  reasons: {
    unreachable: "the service could not be reached",
    timeout: "the service did not answer in time",
    refused: "the service refused it",
    "too-many": "too many notifications at once",
  },
  unknownReason: "unknown reason",
  account: "Account",
  signedInAs: (email) => `Account ${email}`,
  thisDevice: (name) => `Device “${name}”`,
  password: "Password",
  changePassword: "Change the password",
  currentPassword: "Present password",
  nextPassword: "New password",
  needCurrent: "Give the present password.",
  needNext: (least) => `Choose at least ${least} characters.`,
  checkForm: "Check what is pointed out.",
  passwordChanged: "The password is changed.",
  save: "Save",
  recovery: "Recovery key",
  recoveryIntro: "It lets a device in when you have none left. It is shown only once.",
  recoveryThere: "This account has a recovery key. Lost? Remove it in Devices, then make another one.",
  recoveryNone: "This account has no recovery key: if you lose all your devices, nobody can get back in.",
  recoveryMake: "Make a recovery key",
  recoveryTitle: "Your recovery key",
  recoveryOnce:
    "Shown this once. Keep it on paper or in a password manager; who has it can enter the account with your password.",
  recoveryKey: "Recovery key",
  print: "Print",
  download: "Save as a file",
  recoveryFile: "pacerelle-recovery-key.txt",
  recoveryText: (email, key) =>
    `Pacerelle — recovery key\nAccount: ${email}\n\n${key}\n\nIt lets a new device in when none is left.\n`,
  recoveryKept: "I have kept it in a safe place",
  recoveryDone: "Done",
  storage: "What this device keeps",
  persistent: "The browser has promised to keep the app’s data.",
  notPersistent:
    "The browser may erase this data when it runs out of room. Your messages exist on your devices alone.",
  persistenceUnknown: "This browser does not say whether it will keep this data.",
  askPersistence: "Ask to keep it",
  usage: (used, quota) => `${used} used, ${quota} allowed.`,
  install: "Install the app",
  installHint: "It then opens like another app, in a window of its own.",
  installIos: "On iPhone and iPad: Share button, then “Add to Home Screen”.",
  logOut: "Log out",
  logOutTitle: "Log out of this device?",
  logOutErases: (entries, drafts) =>
    `Erased from here: ${entries === 1 ? "1 message" : `${entries} messages`}${
      drafts === 0 ? "" : drafts === 1 ? ", 1 draft" : `, ${drafts} drafts`
    }, and this device’s keys.`,
  logOutUnsent: (count) =>
    count === 1
      ? "1 message has not left yet: it would be lost."
      : `${count} messages have not left yet: they would be lost.`,
  logOutLast: "This is the account’s last device: its messages are nowhere else.",
  logOutLastNoKey: "Without a recovery key, no device will enter this account again.",
  logOutForce: "Erase and log out",
  loggedOutUntold: "Erased from here. The relay could not be told: remove this device from another one.",
  about: "About",
  version: (version) => `Pacerelle ${version}`,
  tabFollows: "Another tab holds the connection; this one does everything all the same.",
};

/** The words in the page's language. */
export const words = createWords({ fr, en });
