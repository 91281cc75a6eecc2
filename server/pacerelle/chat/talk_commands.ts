/**
 * `chat send`, `chat answer`, `chat read`, `chat save`.
 * @module
 */
import { resolve } from "node:path";
import { systemEnv } from "../../../base/env.ts";
import { findAgent } from "../../../service/pacerelle/chat/agents.ts";
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { attachPaths, saveFile } from "../../../service/pacerelle/chat/local_files.ts";
import { catchUp, conversation, flush, markSeen, uploaded } from "../../../service/pacerelle/chat/reading.ts";
import { requireApproval } from "../../../service/pacerelle/chat/sign_in.ts";
import { answerWidget, findOpenWidget, type Said, sendText } from "../../../service/pacerelle/chat/talk.ts";
import { MAX_TEXT } from "../../../wire/limits.ts";
import { defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printableLine } from "./printable.ts";
import { Follower } from "./follow.ts";
import { processKeyboard, readAll } from "./prompt.ts";
import { entryJson, entryText } from "./show_entry.ts";
import {
  alertJson,
  answer,
  CHAT_OPTIONS,
  type ChatOptionValues,
  isoTime,
  untilInterrupted,
  withChat,
} from "./with_chat.ts";
import { connectionSentence, refusal, sentSentence } from "./words.ts";

/** Says truly how far it came, and lets receipts and copies leave. */
async function tellSent(chat: Chat, terminal: Terminal, json: boolean, said: Said): Promise<number> {
  await uploaded(chat);
  const { status } = await chat.endpoint();
  const offline = status.state === "connected"
    ? undefined
    : connectionSentence(status.error?.code ?? "UNREACHABLE");
  await flush(chat);
  const { id, at, code, agent } = said;
  // It may have come further meanwhile.
  const state = chat.state.log.get(id)?.state ?? said.state;
  const reached = state === "copied" || state === "arrived" || state === "seen" ? said.state : state;
  const seen = chat.state.endpoint.agents.get(agent.id)?.card !== null &&
    chat.state.endpoint.agents.has(agent.id);
  const value = {
    id,
    agent: agent.id,
    status: reached,
    at: isoTime(at),
    ...(code === undefined ? {} : { code }),
  };
  const text = reached === "refused" ? `Refusé : ${refusal(code)}.` : sentSentence(reached, offline, seen);
  const exit = await answer(terminal, json, value, `${text}\n${id}`);
  return reached === "refused" ? 1 : exit;
}

const FILE_OPTION = {
  file: {
    type: "string",
    multiple: true,
    value: "CHEMIN",
    help: "joint un fichier (plusieurs fois, 10 au plus)",
  },
} as const;

const send = defineCommand({
  summary: "Envoie un message à un agent.",
  positionals: ["AGENT", "TEXTE"],
  options: { ...FILE_OPTION, ...CHAT_OPTIONS },
  run: ({ options, positionals: [agent, given] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (agent === undefined || given === undefined) {
        throw new UsageError("Il faut AGENT et TEXTE (« - » : lu sur l’entrée standard).");
      }
      // A text piped in may be longer than what is allowed by its last line end.
      const text = given === "-"
        ? (await readAll(processKeyboard(), 2 * MAX_TEXT + 2)).replace(/\r?\n$/, "")
        : given;
      requireApproval(chat);
      findAgent(chat, agent);
      const attachments = await attachPaths(chat, options.file);
      return await tellSent(chat, terminal, options.json, await sendText(chat, agent, text, { attachments }));
    }),
});

/** JSON, or a word that is none and stands for itself: `chat answer W oui-demain`. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const reply = defineCommand({
  summary: "Répond à une question d’un agent ; null l’annule.",
  positionals: ["QUESTION", "VALEUR"],
  options: {
    file: { type: "string", value: "CHEMIN", help: "répond par un fichier, sans VALEUR" },
    ...CHAT_OPTIONS,
  },
  run: ({ options, positionals: [widget, value] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const { file } = options;
      if (widget === undefined || (value === undefined) === (file === undefined)) {
        throw new UsageError("Il faut QUESTION, et VALEUR (JSON) ou --file.");
      }
      requireApproval(chat);
      // Another device may have answered: what waits at the relay is looked at first.
      await catchUp(chat);
      findOpenWidget(chat, widget);
      const [given = readValue(value ?? "")] = await attachPaths(chat, file === undefined ? [] : [file]);
      return await tellSent(chat, terminal, options.json, await answerWidget(chat, widget, given));
    }),
});

const read = defineCommand({
  summary: "Montre la conversation avec un agent.",
  positionals: ["AGENT"],
  options: {
    follow: { type: "boolean", help: "continue de montrer ce qui arrive (Ctrl-C arrête)" },
    since: { type: "string", value: "ID", help: "montre ce qui suit ce message" },
    ...CHAT_OPTIONS,
  },
  async run({ options, positionals: [name] }, terminal) {
    if (name === undefined) throw new UsageError("Il manque AGENT.");
    if (options.follow) return await follow(terminal, options, name);
    return await withChat(terminal, options, async (chat) => {
      requireApproval(chat);
      const isOnline = await catchUp(chat);
      const agent = findAgent(chat, name);
      const shown = conversation(chat, agent.id, options.since);
      const connection = (await chat.endpoint()).status;
      const code = isOnline ? undefined : connection.error?.code ?? "UNREACHABLE";
      if (code !== undefined) await terminal.error(`${connectionSentence(code)} : voici ce qui est ici.\n`);
      await answer(terminal, options.json, {
        agent: { id: agent.id, name: agent.name },
        connection: code === undefined ? { state: "connected" } : { state: "offline", error: code },
        entries: shown.map(entryJson),
        alerts: (await chat.endpoint()).alerts.map((alert) => alertJson(chat, alert)),
      }, shown.map((entry) => entryText(entry, agent.name)).join("\n"));
      await markSeen(chat, shown.map(({ entry }) => entry));
      await flush(chat);
      return 0;
    });
  },
});

/** What another command gets to take the state in, once this one has stepped aside. */
const ASIDE_MS = 500;

async function follow(
  terminal: Terminal,
  options: ChatOptionValues & { readonly since: string | undefined },
  name: string,
): Promise<number> {
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  const follower = new Follower(terminal, options.json);
  for (let opening = {};; opening = { patience: signal }) {
    const outcome = await withChat(terminal, options, async (chat) => {
      requireApproval(chat);
      const outcome = await follower.follow(chat, findAgent(chat, name), options.since, signal);
      await flush(chat);
      return outcome;
    }, opening).catch((error) => {
      // Asked to end while another command had the state.
      if (signal.aborted) return "ended" as const;
      throw error;
    });
    if (outcome === "ended") return 0;
    await systemEnv.sleep(ASIDE_MS, signal).catch(() => {});
    if (signal.aborted) return 0;
  }
}

const save = defineCommand({
  summary: "Enregistre un fichier reçu ou envoyé.",
  positionals: ["FICHIER"],
  options: {
    to: { type: "string", value: "DOSSIER", help: "où l’enregistrer (le dossier courant)" },
    ...CHAT_OPTIONS,
  },
  run: ({ options, positionals: [id] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (id === undefined) throw new UsageError("Il manque l’identifiant du fichier : voyez « chat read ».");
      requireApproval(chat);
      const path = await saveFile(chat, id, resolve(options.to ?? "."));
      return await answer(terminal, options.json, { id, path }, printableLine(path));
    }),
});

/** `chat send`, `chat answer`, `chat read`, `chat save` */
export const talkCommands = { send, answer: reply, read, save };
