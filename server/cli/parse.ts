/**
 * Reads what was typed after a command's name.
 * @module
 */
import { parseArgs } from "node:util";
import { type Given, type Options, UsageError } from "./command.ts";

/** A word as it may be repeated in a refusal: not what could be a secret pasted in the wrong place. */
export function repeatable(word: string): string {
  return /^[\p{L}\p{N}._-]{1,40}$/u.test(word) ? `« ${word} »` : "ce mot";
}

/**
 * The options and the other words of `args`.
 * @throws {UsageError} naming the option at fault
 */
export function parse<Table extends Options>(
  args: readonly string[],
  table: Table,
  maxPositionals: number,
): Given<Table> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(table).map(([name, { type }]) => [name, { type }])),
    allowPositionals: true,
    // Its own refusals are in English and repeat what was typed; the tokens are checked here.
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean | string[] | undefined> = {};
  for (const [name, option] of Object.entries(table)) {
    values[name] = option.type === "boolean" ? false : option.multiple ? [] : undefined;
  }
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (option === undefined) {
      throw new UsageError(`Option inconnue : ${repeatable(token.rawName)}.`);
    }
    if (option.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`L’option --${token.name} ne prend pas de valeur.`);
      values[token.name] = true;
      continue;
    }
    if (token.value === undefined) throw new UsageError(`L’option --${token.name} attend une valeur.`);
    if (!token.inlineValue && token.value.startsWith("-") && token.value !== "-") {
      throw new UsageError(
        `L’option --${token.name} attend une valeur : écrivez --${token.name}=VALEUR si elle commence par un tiret.`,
      );
    }
    const before = values[token.name];
    if (Array.isArray(before)) before.push(token.value);
    else if (before !== undefined) throw new UsageError(`L’option --${token.name} est donnée deux fois.`);
    else values[token.name] = token.value;
  }
  const extra = positionals[maxPositionals];
  if (extra !== undefined) throw new UsageError(`Mot en trop : ${repeatable(extra)}.`);
  return { options: values as Given<Table>["options"], positionals };
}
