/**
 * What commands on the desk share: the database they work on, and how refusals and faults are told.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { CommandFailure, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { explain } from "../explain.ts";
import { openStore } from "../open_store.ts";
import { readDatabaseSettings, SETTINGS } from "../settings.ts";

/** Every command on the desk takes these. */
export const DATABASE_OPTION = {
  "database-url": {
    type: "string",
    value: SETTINGS["database-url"].value,
    help: SETTINGS["database-url"].help,
  },
} as const;

/** Every command that answers with something takes this. */
export const JSON_OPTION = { json: { type: "boolean", help: "du JSON seul sur la sortie" } } as const;

/**
 * Runs `work` on the desk and closes it. A server that runs on the same database sees what was written at once.
 * @throws {CommandFailure} with the sentence of a refusal or fault; `sentences` replaces what a code says.
 */
export async function withDesk<Result>(
  terminal: Terminal,
  flags: { readonly "database-url": string | undefined },
  work: (desk: Desk) => Promise<Result>,
  sentences: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return await explained(async () => {
    const settings = readDatabaseSettings({ environment: terminal.environment, flags });
    const store = await openStore(settings, systemEnv);
    try {
      return await work({
        store,
        env: systemEnv,
        log: silentLogger,
        channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
        wakeOutbound: () => {},
        wakeFeed: () => {},
      });
    } finally {
      await store.close();
    }
  }, sentences);
}

/** Runs `work`; what stops it becomes one sentence. @throws {CommandFailure} */
export async function explained<Result>(
  work: () => Promise<Result>,
  sentences: Readonly<Record<string, string>> = {},
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const sentence = explain(error, sentences);
    if (sentence === null) throw error;
    throw new CommandFailure(sentence, { cause: error });
  }
}

/** Writes an answer: JSON alone, or lines for people. */
export async function answer(
  terminal: Terminal,
  json: boolean,
  value: unknown,
  lines: readonly string[],
): Promise<number> {
  await terminal.out(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(""));
  return 0;
}

/** One row of what is listed for people; control characters would work on their terminal. */
export function row(...cells: readonly (string | null | false)[]): string {
  return cells.filter((cell): cell is string => typeof cell === "string" && cell !== "")
    .map((cell) => cell.replace(/\p{Cc}/gu, " ")).join("  ");
}

/** The name that `… add` needs: its option or its first word. @throws {UsageError} without, or with both */
export function nameOf(option: string | undefined, word: string | undefined): string {
  const name = option ?? word;
  if (name === undefined || (option !== undefined && word !== undefined)) {
    throw new UsageError("Il faut un nom, une fois.");
  }
  return name;
}
