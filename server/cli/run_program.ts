/**
 * Runs a command line: finds the command, loads only its code, answers `--help` and `--version`, and turns refusals into
 * one sentence on standard error.
 * @module
 */
import { type Command, CommandFailure, type CommandGroup, UsageError } from "./command.ts";
import { commandHelp, groupHelp, programHelp } from "./help.ts";
import { parse, repeatable } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** A command as the program's table has it: its code is loaded when it is called. */
export interface LazyCommand {
  readonly summary: string;
  load(): Promise<Command | CommandGroup>;
}

/** A command line. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly commands: Readonly<Record<string, LazyCommand>>;
  /** What runs when no command is named; without it, the help is shown. */
  readonly fallback?: string;
}

/** Exit codes: 0 done, 1 refused or failed, 2 not understood. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    return await dispatch(program, args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      await terminal.error(`${error.message} Tapez « ${program.name} --help » pour l’aide.\n`);
      return 2;
    }
    if (error instanceof CommandFailure) {
      await terminal.error(`${error.message}\n`);
      return 1;
    }
    if (error instanceof Error && error.name === "NotCapable") {
      await terminal.error(`Deno n’a pas la permission qu’il faut. ${error.message}\n`);
      return 1;
    }
    // A bug: told by its name and place, never by its message, which may hold what was being worked on.
    const [, place = ""] = /\n\s+(at [^\n]+)/.exec(error instanceof Error ? error.stack ?? "" : "") ?? [];
    await terminal.error(
      `Erreur imprévue (${error instanceof Error ? error.name : typeof error}) ${place}\n`,
    );
    return 1;
  }
}

async function dispatch(program: Program, args: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = args;
  if (first === "--version" || first === "-V") {
    await terminal.out(`${program.version}\n`);
    return 0;
  }
  const help = first === "--help" || first === "-h" || first === "help";
  if (help || (first === undefined && program.fallback === undefined)) {
    await terminal.out(programHelp(program.name, program.commands));
    return 0;
  }
  const named = first !== undefined && !first.startsWith("-");
  const name = named ? first : program.fallback ?? "";
  const lazy = own(program.commands, name);
  if (lazy === undefined) {
    throw new UsageError(named ? `Commande inconnue : ${repeatable(name)}.` : "Il manque une commande.");
  }
  const loaded = await lazy.load();
  return await runLoaded(`${program.name} ${name}`, loaded, named ? rest : args, terminal);
}

async function runLoaded(
  name: string,
  loaded: Command | CommandGroup,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const asked = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const help = asked.includes("--help") || asked.includes("-h");
  if (!("commands" in loaded)) {
    if (help) {
      await terminal.out(commandHelp(name, loaded));
      return 0;
    }
    return await loaded.run(parse(args, loaded.options, loaded.positionals?.length ?? 0), terminal);
  }
  const [word = "", ...rest] = args;
  if (help && (word === "" || word.startsWith("-"))) {
    await terminal.out(groupHelp(name, loaded));
    return 0;
  }
  if (word === "") {
    throw new UsageError(`Il manque une commande : ${Object.keys(loaded.commands).join(", ")}.`);
  }
  const command = own(loaded.commands, word);
  if (command === undefined) throw new UsageError(`Commande inconnue : ${repeatable(word)}.`);
  return await runLoaded(`${name} ${word}`, command, rest, terminal);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
