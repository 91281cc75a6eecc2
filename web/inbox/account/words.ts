/**
 * What the pages of signing in and of one's own account say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  signInTitle: "Se connecter",
  signInHint: "La boîte de réception de votre équipe.",
  login: "Identifiant",
  loginHint: "Votre adresse e-mail, si vous n’avez pas reçu d’autre identifiant.",
  password: "Mot de passe",
  signIn: "Se connecter",
  forgotten: "Mot de passe oublié ?",
  forgottenTitle: "Mot de passe oublié",
  forgottenHint:
    "Si votre identifiant est une adresse e-mail, un lien pour choisir un nouveau mot de passe y sera envoyé. Il sert une fois.",
  forgottenNoMail: "Cette messagerie n’envoie pas d’e-mail : demandez un nouveau lien à un superviseur.",
  forgottenSend: "Envoyer le lien",
  forgottenDone:
    "Si ce compte existe et que son identifiant est une adresse e-mail, un lien vient d’y être envoyé. Sans nouvelles dans quelques minutes, demandez un lien à un superviseur.",
  needsSetUp:
    "Cette messagerie n’a pas encore de superviseur : ouvrez le lien que le serveur a imprimé à son démarrage.",
  backToSignIn: "Retour à la connexion",
  waitSeconds: (seconds: number) =>
    seconds === 1
      ? "Nouvel essai possible dans 1 seconde."
      : `Nouvel essai possible dans ${seconds} secondes.`,
  waitMinutes: (minutes: number) =>
    minutes === 1 ? "Nouvel essai possible dans 1 minute." : `Nouvel essai possible dans ${minutes} minutes.`,
  canTryAgain: "Vous pouvez réessayer.",

  needLogin: "Écrivez un identifiant.",
  badLogin: "De 1 à 100 caractères, sans espace.",
  needName: "Écrivez votre nom.",
  needPassword: "Écrivez votre mot de passe.",
  shortPassword: (least: number) => `Il faut au moins ${least} caractères.`,
  longPassword: (most: number) => `Pas plus de ${most} caractères.`,
  guessedPassword: "Ce mot de passe serait deviné vite : prenez plutôt quelques mots sans lien entre eux.",
  passwordHint: (least: number) =>
    `Au moins ${least} caractères. Quelques mots sans lien entre eux se retiennent mieux que des signes.`,

  setUpTitle: "Premiers pas",
  setUpHint: "Créez le compte du premier superviseur : il invite les autres et règle la messagerie.",
  name: "Nom",
  nameHint: "Tel que l’équipe et les visiteurs le voient.",
  newLoginHint: "Votre adresse e-mail, pour recevoir un lien si vous oubliez votre mot de passe.",
  createAccount: "Créer le compte",

  invitationTitle: "Bienvenue",
  invitationHint: (name: string) => `${name}, choisissez votre mot de passe pour rejoindre l’équipe.`,
  join: "Rejoindre l’équipe",
  resetTitle: "Nouveau mot de passe",
  resetHint: (name: string) =>
    `${name}, choisissez un nouveau mot de passe. Vos autres sessions prendront fin.`,
  resetSend: "Enregistrer le mot de passe",
  resetDone: "Mot de passe enregistré. Connectez-vous avec lui.",
  yourLogin: "Votre identifiant",
  linkUntil: (date: string) => `Ce lien sert une fois, jusqu’au ${date}.`,
  linkDeadTitle: "Ce lien ne sert plus",
  linkDead:
    "Il a déjà servi, a expiré, ou n’est pas entier. Demandez-en un autre à un superviseur, ou connectez-vous.",
  setUpDead:
    "Il a déjà servi, a expiré, ou n’est pas entier. Le serveur en imprime un nouveau à son démarrage tant qu’il n’a aucun superviseur.",
  linkMissing: "L’adresse ne porte plus le lien : ouvrez-le de nouveau depuis le message qui le contient.",
  goToSignIn: "Aller à la connexion",
  language: "Langue",

  account: "Mon compte",
  profile: "Profil",
  preferences: "Préférences",
  preferencesHint: "Gardées dans votre compte : elles vous suivent d’un appareil à l’autre.",
  languageLabel: "Langue",
  languageAuto: "Celle du navigateur",
  themeLabel: "Thème",
  themeAuto: "Celui de l’appareil",
  themeLight: "Clair",
  themeDark: "Sombre",
  sound: "Son",
  soundHint: "Un son bref quand une conversation vous est confiée, ou qu’un visiteur vous répond.",
  desktop: "Notifications de l’appareil",
  desktopHint: "Hors de la page, quand une conversation vous est confiée.",
  desktopDenied:
    "Le navigateur refuse les notifications de ce site : autorisez-les dans ses réglages, puis revenez ici.",
  desktopUnsupported: "Ce navigateur n’a pas de notifications.",
  save: "Enregistrer",
  saved: "Enregistré.",
  changePassword: "Changer de mot de passe",
  changePasswordHint: "Vos autres sessions prendront fin ; celle-ci reste ouverte.",
  currentPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  passwordChanged: "Mot de passe changé. Vos autres sessions ont pris fin.",
  sessions: "Sessions",
  sessionsHint: "Les appareils où vous êtes connecté.",
  device: "Appareil",
  thisDevice: "Cet appareil",
  lastSeen: "Dernière activité",
  signedInAt: "Ouverte le",
  endSession: "Mettre fin",
  endSessionOf: (device: string) => `Mettre fin à la session de ${device}`,
  endSessionBody: (device: string) =>
    `${device} devra se reconnecter à sa prochaine demande. Ce qui y est écrit sans être envoyé reste sur cet appareil.`,
  endOthers: "Mettre fin aux autres sessions",
  endOthersBody: "Tous vos autres appareils devront se reconnecter, dès leur prochaine demande.",
  sessionEnded: "Session terminée.",
  actions: "Actions",
  unknownBrowser: "Navigateur inconnu",
  on: (browser: string, system: string) => `${browser} sur ${system}`,
};

const en: typeof fr = {
  signInTitle: "Sign in",
  signInHint: "Your team’s inbox.",
  login: "Login",
  loginHint: "Your e-mail address, unless you were given another login.",
  password: "Password",
  signIn: "Sign in",
  forgotten: "Forgotten password?",
  forgottenTitle: "Forgotten password",
  forgottenHint:
    "If your login is an e-mail address, a link to choose a new password will be sent there. It opens once.",
  forgottenNoMail: "This server sends no e-mail: ask a supervisor for a new link.",
  forgottenSend: "Send the link",
  forgottenDone:
    "If that account exists and its login is an e-mail address, a link has just been sent there. If nothing comes in a few minutes, ask a supervisor for a link.",
  needsSetUp: "This desk has no supervisor yet: open the link that the server printed when it started.",
  backToSignIn: "Back to sign-in",
  waitSeconds: (seconds) =>
    seconds === 1 ? "You can try again in 1 second." : `You can try again in ${seconds} seconds.`,
  waitMinutes: (minutes) =>
    minutes === 1 ? "You can try again in 1 minute." : `You can try again in ${minutes} minutes.`,
  canTryAgain: "You can try again.",

  needLogin: "Type a login.",
  badLogin: "1 to 100 characters, without a space.",
  needName: "Type your name.",
  needPassword: "Type your password.",
  shortPassword: (least) => `At least ${least} characters are needed.`,
  longPassword: (most) => `No more than ${most} characters.`,
  guessedPassword:
    "This password would be guessed soon: take a few words that have nothing to do with each other.",
  passwordHint: (least) =>
    `At least ${least} characters. A few words that have nothing to do with each other are easier to keep in mind than signs.`,

  setUpTitle: "First steps",
  setUpHint: "Create the first supervisor’s account: they invite the others and set the desk up.",
  name: "Name",
  nameHint: "As the team and visitors see it.",
  newLoginHint: "Your e-mail address, so that a link can reach you if you forget your password.",
  createAccount: "Create the account",

  invitationTitle: "Welcome",
  invitationHint: (name) => `${name}, choose your password to join the team.`,
  join: "Join the team",
  resetTitle: "New password",
  resetHint: (name) => `${name}, choose a new password. Your other sessions will end.`,
  resetSend: "Save the password",
  resetDone: "Password saved. Sign in with it.",
  yourLogin: "Your login",
  linkUntil: (date) => `This link opens once, until ${date}.`,
  linkDeadTitle: "This link no longer opens",
  linkDead: "It was used before, has expired, or is not whole. Ask a supervisor for another one, or sign in.",
  setUpDead:
    "It was used before, has expired, or is not whole. The server prints a new one when it starts, as long as it has no supervisor.",
  linkMissing: "The address no longer holds the link: open it again from the message that it came in.",
  goToSignIn: "Go to sign-in",
  language: "Language",

  account: "My account",
  profile: "Profile",
  preferences: "Preferences",
  preferencesHint: "Kept in your account: they follow you from one device to another.",
  languageLabel: "Language",
  languageAuto: "The browser’s",
  themeLabel: "Theme",
  themeAuto: "The device’s",
  themeLight: "Light",
  themeDark: "Dark",
  sound: "Sound",
  soundHint: "A short sound when a conversation is given to you, or a visitor answers you.",
  desktop: "Desktop notifications",
  desktopHint: "Outside the page, when a conversation is given to you.",
  desktopDenied:
    "The browser refuses notifications from this site: allow them in its settings, then come back.",
  desktopUnsupported: "This browser has no notifications.",
  save: "Save",
  saved: "Saved.",
  changePassword: "Change password",
  changePasswordHint: "Your other sessions will end; this one stays open.",
  currentPassword: "Current password",
  newPassword: "New password",
  passwordChanged: "Password changed. Your other sessions have ended.",
  sessions: "Sessions",
  sessionsHint: "The devices on which you are signed in.",
  device: "Device",
  thisDevice: "This device",
  lastSeen: "Last active",
  signedInAt: "Opened",
  endSession: "End",
  endSessionOf: (device) => `End the session of ${device}`,
  endSessionBody: (device) =>
    `${device} will have to sign in again at its next request. What was typed there without being sent stays on that device.`,
  endOthers: "End the other sessions",
  endOthersBody: "All your other devices will have to sign in again, from their next request.",
  sessionEnded: "Session ended.",
  actions: "Actions",
  unknownBrowser: "Unknown browser",
  on: (browser, system) => `${browser} on ${system}`,
};

/** The words of signing in and of one's own account. */
export const words = createWords({ fr, en });
