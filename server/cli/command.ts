/**
 * What a command of the command line is: data to the runner, so that help, checks and refusals are written once. Runs on
 * Deno and on Node 20.
 * @module
 */
import type { Terminal } from "./terminal.ts";

/** One option. */
export interface Option {
  readonly type: "string" | "boolean";
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What follows it, for the help (`TEXTE`). */
  readonly value?: string;
  /** One line of help, in French. */
  readonly help: string;
}

/** Options by name, without their dashes. */
export type Options = Readonly<Record<string, Option>>;

/** What the caller gave, option by option. */
export type OptionValues<Table extends Options> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly type: "boolean" } ? boolean
    : Table[Name] extends { readonly multiple: true } ? readonly string[]
    : string | undefined;
};

/** One command. */
export interface Command<Table extends Options = Options> {
  /** One line of help, in French. */
  readonly summary: string;
  /** Names of what it takes besides options, for the help (`[FICHIER]`); no more than these are accepted. */
  readonly positionals?: readonly string[];
  readonly options: Table;
  /**
   * Does the work; answers with the exit code.
   * @throws {UsageError} what was typed cannot be understood
   * @throws {CommandFailure} an expected refusal
   */
  run(given: Given<Table>, terminal: Terminal): Promise<number>;
}

/** What was typed. */
export interface Given<Table extends Options> {
  readonly options: OptionValues<Table>;
  readonly positionals: readonly string[];
}

/** Commands under one word: `token create`, `token list`… */
export interface CommandGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Command | CommandGroup>>;
}

/** What was typed cannot be understood: one French sentence, exit 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An expected refusal: one French sentence that says what to do, exit 1. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

/** Freezes a command; the type of its options is inferred. */
export function defineCommand<const Table extends Options>(command: Command<Table>): Command {
  return Object.freeze(command) as unknown as Command;
}
