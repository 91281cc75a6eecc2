/**
 * `chat signup`, `chat login`, `chat recovery create | use`.
 * @module
 */
import { createRecoveryKey, useRecoveryKey } from "../../../service/pacerelle/chat/recovery.ts";
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { catchUp, flush } from "../../../service/pacerelle/chat/reading.ts";
import {
  checkEmail,
  checkPassword,
  logIn,
  signUp,
  waitForApproval,
} from "../../../service/pacerelle/chat/sign_in.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import { CommandFailure, type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printableJson } from "./printable.ts";
import { askLine, askSecret, processKeyboard, readLine } from "./prompt.ts";
import { answer, CHAT_OPTIONS, untilInterrupted, withChat } from "./with_chat.ts";

const SIGN_IN_OPTIONS = {
  email: { type: "string", value: "ADRESSE", help: "l’adresse e-mail du compte" },
  "password-stdin": { type: "boolean", help: "lit le mot de passe sur l’entrée standard" },
  "device-name": { type: "string", value: "NOM", help: "le nom de cet appareil (« terminal »)" },
} as const;

const DEFAULT_NAME = "terminal";
/** How long `login` shows its code by default, in seconds. */
const DEFAULT_WAIT_S = 600;

async function passwordFor(terminal: Terminal, fromStdin: boolean, isNew: boolean): Promise<string> {
  const keyboard = processKeyboard();
  if (fromStdin) return await readLine(keyboard);
  const show = terminal.error;
  const password = await askSecret(keyboard, show, "Mot de passe (ou --password-stdin)");
  if (!isNew) return password;
  checkPassword(password);
  if (await askSecret(keyboard, show, "Encore une fois") !== password) {
    throw new CommandFailure("Les deux mots de passe diffèrent.");
  }
  return password;
}

const signup = defineCommand({
  summary: "Ouvre un compte, dont cet appareil est le premier.",
  options: { ...SIGN_IN_OPTIONS, ...CHAT_OPTIONS },
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (options.email === undefined) throw new UsageError("Il manque --email ADRESSE.");
      const email = checkEmail(options.email);
      const password = await passwordFor(terminal, options["password-stdin"], true);
      const made = await signUp(chat, {
        email,
        password,
        deviceName: options["device-name"] ?? DEFAULT_NAME,
      });
      return await answer(
        terminal,
        options.json,
        { account: made.account, email: made.email, device: chat.self, relay: made.relay },
        `Compte ouvert : ${made.email}\nAppareil : ${chat.self}\n` +
          "Notez une clé de secours (« chat recovery create ») : sans elle, perdre tous vos appareils ferme le compte.",
      );
    }, { create: true }),
});

function waitSeconds(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_WAIT_S : Number(text);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 86_400) {
    throw new UsageError("--wait attend un nombre entier de secondes, au plus 86400.");
  }
  return seconds;
}

/** Logs in with the password, unless a session is there already and this device still waits with its code. */
async function openSession(
  chat: Chat,
  terminal: Terminal,
  options: {
    readonly email: string | undefined;
    readonly "password-stdin": boolean;
    readonly "device-name": string | undefined;
  },
): Promise<void> {
  const { account } = chat.state;
  const email = options.email ?? account?.email ??
    await askLine(processKeyboard(), terminal.error, "Adresse e-mail (--email)");
  checkEmail(email);
  const isWaiting = account?.session && account.pairing && chat.state.removedAt === undefined;
  if (isWaiting && !options["password-stdin"] && await isKnown(chat)) return;
  const password = await passwordFor(terminal, options["password-stdin"], false);
  await logIn(chat, { email, password, deviceName: options["device-name"] ?? DEFAULT_NAME });
}

/** Whether the relay still takes this device's session. */
async function isKnown(chat: Chat): Promise<boolean> {
  try {
    await chat.call("listDevices", {});
    return true;
  } catch (error) {
    if (error instanceof RelayRefusal) return false;
    throw error;
  }
}

const login = defineCommand({
  summary: "Connecte cet appareil ; un nouveau montre un code et attend qu’un autre l’approuve.",
  options: {
    ...SIGN_IN_OPTIONS,
    wait: { type: "string", value: "SECONDES", help: "attend l’approbation aussi longtemps (600)" },
    ...CHAT_OPTIONS,
  },
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const seconds = waitSeconds(options.wait);
      await openSession(chat, terminal, options);
      const { email, pairing } = chat.account;
      const result = (approved: boolean, text: string) =>
        answer(terminal, options.json, { approved, email, device: chat.self }, text);
      if (chat.state.isApproved) return await result(true, `Connecté : ${email}`);
      if (pairing === null) throw new CommandFailure("Recommencez avec le mot de passe du compte.");
      if (options.json) {
        const line = { approved: false, email, device: chat.self, code: pairing.code };
        await terminal.out(printableJson(line) + "\n");
      } else {
        await terminal.out(
          `Sur un appareil du compte, tapez :\n\n  chat device approve ${pairing.code}\n\nEn attente…\n`,
        );
      }
      using interrupted = untilInterrupted();
      if (await waitForApproval(chat, seconds * 1_000, interrupted.signal)) {
        await catchUp(chat);
        await flush(chat);
        return await result(
          true,
          chat.state.isHandedOver
            ? "Approuvé : agents et conversations sont là."
            : "Approuvé : agents et conversations arriveront avec une prochaine commande « chat ».",
        );
      }
      throw new CommandFailure("Pas encore approuvé : « chat login » montrera de nouveau le même code.");
    }, { create: true }),
});

const createKey = defineCommand({
  summary: "Fait la clé de secours du compte ; elle n’est montrée que cette fois.",
  options: CHAT_OPTIONS,
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const key = await createRecoveryKey(chat);
      if (!options.json) {
        await terminal.error(
          "Écrivez cette clé sur papier. Avec le mot de passe, elle fait entrer un nouvel appareil ; elle n’ouvre aucun ancien message.\n",
        );
      }
      return await answer(terminal, options.json, { key }, key);
    }),
});

const applyKey = defineCommand({
  summary: "Fait entrer cet appareil, après « chat login », avec la clé de secours.",
  options: CHAT_OPTIONS,
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const keyboard = processKeyboard();
      const key = keyboard.isTerminal
        ? await askSecret(keyboard, terminal.error, "Clé de secours")
        : await readLine(keyboard);
      await useRecoveryKey(chat, key);
      await catchUp(chat);
      return await answer(
        terminal,
        options.json,
        { approved: true, device: chat.self },
        "Cet appareil fait partie du compte. Donnez un nouveau jeton à vos agents (« chat agent rotate ») et retirez les appareils perdus.",
      );
    }),
});

/** `chat recovery` */
export const recoveryCommands: CommandGroup = {
  summary: "La clé de secours du compte.",
  commands: { create: createKey, use: applyKey },
};

/** `chat signup`, `chat login` */
export const accountCommands = { signup, login };
