/**
 * The help of commands, made from what they are.
 * @module
 */
import type { Command, CommandGroup } from "./command.ts";

/** Two columns, the first as wide as its widest cell. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}

/** Help of a program: its commands. */
export function programHelp(
  program: string,
  commands: Readonly<Record<string, { readonly summary: string }>>,
): string {
  return `Usage : ${program} COMMANDE [OPTIONS]\n\nCommandes :\n` +
    columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])) +
    `\n${program} COMMANDE --help dit les options d’une commande ; --version, la version.\n`;
}

/** Help of a group: its commands. */
export function groupHelp(name: string, group: CommandGroup): string {
  return `${group.summary}\n\nUsage : ${name} COMMANDE [OPTIONS]\n\nCommandes :\n` +
    columns(Object.entries(group.commands).map(([word, { summary }]) => [word, summary]));
}

/** Help of a command: its options. */
export function commandHelp(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { value, help, multiple }]) =>
    [`--${option}${value === undefined ? "" : ` ${value}`}${multiple ? "…" : ""}`, help] as const
  );
  const usage = [name, ...(command.positionals ?? []), ...(options.length > 0 ? ["[OPTIONS]"] : [])];
  return `${command.summary}\n\nUsage : ${usage.join(" ")}\n` +
    (options.length > 0 ? `\nOptions :\n${columns(options)}` : "");
}
