/**
 * What the `chat` commands have in common: their options, the device's state opened and closed, results as text or JSON,
 * refusals as one sentence, what was found out on the way told on standard error.
 * @module
 */
import { join } from "node:path";
import process from "node:process";
import { systemEnv } from "../../../base/env.ts";
import { createLogger, LOG_LEVELS, type Logger, type LogLevel, silentLogger } from "../../../base/log.ts";
import { Refusal } from "../../../base/refusal.ts";
import { VERSION } from "../../../base/version.ts";
import { Chat, type ChatEvents } from "../../../service/pacerelle/chat/chat.ts";
import { openState } from "../../../service/pacerelle/chat/open_state.ts";
import type { Alert } from "../../../wire/endpoint/alerts.ts";
import { RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import { CommandFailure, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { loadConnect } from "../connect.ts";
import { printableJson, printableLine } from "./printable.ts";
import { ALERTS, FILE_REASONS, relaySentence, TOLD_ONCE } from "./words.ts";
import { CHAT_REFUSALS } from "../../../service/pacerelle/chat/refusals.ts";

const DEFAULT_RELAY = "http://localhost:8080";

/** Options of every `chat` command. */
export const CHAT_OPTIONS = {
  relay: {
    type: "string",
    value: "URL",
    help: "l’adresse du relais (celle du compte, sinon PACERELLE_BASE_URL)",
  },
  json: { type: "boolean", help: "répond en JSON, et rien d’autre sur la sortie standard" },
} as const;

/** What was given for them. */
export interface ChatOptionValues {
  readonly relay: string | undefined;
  readonly json: boolean;
}

/** @throws {UsageError} for what is no address of a relay */
async function relayAddress(text: string, terminal: Terminal): Promise<string> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("L’adresse du relais doit commencer par http:// ou https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("L’adresse du relais ne doit pas contenir de mot de passe.");
  }
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLocal) {
    await terminal.error(
      "Attention : cette adresse est en http, le mot de passe du compte passe en clair sur le réseau.\n",
    );
  }
  return url.href.replace(/\/$/, "");
}

function stateRoot(terminal: Terminal): string {
  const given = terminal.environment("PACERELLE_CHAT_ROOT");
  if (given) return given;
  const home = terminal.environment("HOME") ?? terminal.environment("USERPROFILE");
  if (!home) throw new CommandFailure("Indiquez où garder l’état de cet appareil : PACERELLE_CHAT_ROOT.");
  return join(home, ".pacerelle", "chat");
}

/** Nothing by default; JSON lines on standard error where PACERELLE_LOG asks for them. */
function loggerFor(terminal: Terminal): Logger {
  const level = LOG_LEVELS.find((known) => known === terminal.environment("PACERELLE_LOG")) as
    | LogLevel
    | undefined;
  if (level === undefined) return silentLogger;
  return createLogger({ level, env: systemEnv, write: (line) => void terminal.error(line) });
}

/** A refusal as people and programs are told of it. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

function tell(error: unknown): Told | undefined {
  if (error instanceof Refusal) {
    const { code, details } = error;
    const message = FILE_REASONS[code === "FILE_REFUSED" ? String(details?.["reason"]) : ""] ?? error.message;
    const where = code === "ANSWER_INVALID" && typeof details?.["path"] === "string"
      ? ` (${printableLine(details["path"])})`
      : "";
    return { code, message: message.replace(/\.$/, `${where}.`), details };
  }
  if (error instanceof RelayRefusal) {
    return { code: error.code, message: relaySentence(error.code, printableLine(error.message)) };
  }
  if (error instanceof RelayUnreachable) {
    return { code: "OFFLINE", message: CHAT_REFUSALS.OFFLINE.message };
  }
  return undefined;
}

/** Opens the device's state, does the work and closes. @throws {CommandFailure} for every expected refusal */
export async function withChat<Result>(
  terminal: Terminal,
  options: ChatOptionValues,
  work: (chat: Chat) => Promise<Result>,
  opening: {
    readonly create?: boolean;
    readonly patience?: AbortSignal;
    readonly events?: ChatEvents;
  } = {},
): Promise<Result> {
  try {
    const relay = options.relay === undefined ? undefined : await relayAddress(options.relay, terminal);
    const defaultRelay = await relayAddress(
      terminal.environment("PACERELLE_BASE_URL") || DEFAULT_RELAY,
      terminal,
    );
    const { create = false, patience, events = {} } = opening;
    const client = `pacerelle-chat ${VERSION}`;
    const log = loggerFor(terminal);
    const root = stateRoot(terminal);
    const chat = await Chat.open({
      open: () => openState({ root, env: systemEnv, log, app: client, create, patience }),
      relay,
      defaultRelay,
      env: systemEnv,
      log,
      connect: await loadConnect(),
      client,
      events,
    });
    try {
      return await work(chat);
    } finally {
      await tellAlerts(chat, terminal).finally(() => chat.close());
    }
  } catch (error) {
    const told = tell(error);
    if (!told) throw error;
    if (options.json) await terminal.out(printableJson({ error: told }) + "\n");
    throw new CommandFailure(told.message);
  }
}

/** What was found out, as a sentence. */
export function alertSentence(chat: Chat, { kind, peer }: Alert): string {
  return ALERTS[kind](printableLine(peer === null ? "le relais" : peerName(chat, peer)));
}

/** The same for programs. */
export function alertJson(chat: Chat, alert: Alert): Readonly<Record<string, unknown>> {
  const { kind, peer, since } = alert;
  return { kind, peer, since: isoTime(since), message: alertSentence(chat, alert) };
}

function peerName(chat: Chat, peer: string): string {
  const { agents, roster } = chat.state.endpoint;
  const name = agents.get(peer)?.name ?? roster?.roster.devices.find(({ id }) => id === peer)?.name;
  return name === undefined ? peer : `« ${name} »`;
}

/** Alerts that stand, on standard error; those of something past are then done with. */
async function tellAlerts(chat: Chat, terminal: Terminal): Promise<void> {
  if (!chat.hasEndpoint) return;
  const endpoint = await chat.endpoint();
  await chat.written();
  for (const alert of endpoint.alerts) {
    await terminal.error(`⚠ ${alertSentence(chat, alert)}\n`);
    if (TOLD_ONCE.has(alert.kind)) await endpoint.clearAlert(alert.kind, alert.peer);
  }
}

/** Writes a result: one JSON line, or text. Answers with the exit code of success. */
export async function answer(
  terminal: Terminal,
  json: boolean,
  value: unknown,
  text: string,
): Promise<number> {
  await terminal.out(json ? printableJson(value) + "\n" : text === "" ? "" : text + "\n");
  return 0;
}

/** Aborted when the person or the system asks this program to end, or when nobody reads its output any more. */
export function untilInterrupted(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.stdout.once("error", stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      process.stdout.off("error", stop);
    },
  };
}

/** When, in the reader's own time. A time that no calendar has is shown as its number. */
export function when(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toLocaleString("fr-FR");
}

/** The same for programs. */
export function isoTime(at: number): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
