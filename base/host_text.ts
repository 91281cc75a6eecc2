/**
 * A text that a person pastes into an MCP host, and the ways of writing one. Runs on Deno, Node 20 and in a browser.
 * @module
 */

/** What is pasted into one host. */
export interface HostText<Id extends string = string> {
  readonly id: Id;
  /** The host's name, the same in every language. */
  readonly host: string;
  /** The file that takes the text; null: a terminal for `sh`, else whatever file the client reads. */
  readonly file: string | null;
  readonly format: "sh" | "json" | "toml" | "env";
  /** How the host comes by the secret: the text holds it, an environment variable that the text names, or it asks once. */
  readonly secret: "text" | "variable" | "asked";
  readonly text: string;
}

/** A row of a product's table: a host, and how its text is written from what was `given`. */
export interface HostRow<Given, Id extends string = string> extends Omit<HostText<Id>, "text"> {
  readonly write: (given: Given) => string;
}

/** Every row's text, in the table's order. */
export function writeHostTexts<Given, Id extends string>(
  rows: readonly HostRow<Given, Id>[],
  given: Given,
): readonly HostText<Id>[] {
  return rows.map(({ write, ...row }) => ({ ...row, text: write(given) }));
}

/** What a configuration is made of. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

/** Longest line that what holds no other list or object is written on. */
const LINE = 110;

/** JSON as a person would lay it out: what holds plain values alone stands on one line where it fits. */
export function jsonText(value: Plain, indent = "", before = ""): string {
  if (typeof value !== "object") return quoted(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Record<string, Plain>);
  const [open, close, blank] = isList ? ["[", "]", ""] : ["{", "}", " "];
  const key = (name: string) => isList ? "" : `${quoted(name)}: `;
  if (entries.every(([, part]) => typeof part !== "object")) {
    const line = entries.map(([name, part]) => key(name) + quoted(part as string)).join(", ");
    const whole = line === "" ? open + close : `${open}${blank}${line}${blank}${close}`;
    // A comma may follow.
    if ((indent + before + whole).length < LINE) return whole;
  }
  const deeper = `${indent}  `;
  const lines = entries.map(([name, part]) => deeper + key(name) + jsonText(part, deeper, key(name)));
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** A TOML table of strings, numbers and lists of strings, under its name. */
export function tomlTable(name: string, table: Readonly<Record<string, Plain>>): string {
  const lines = Object.entries(table).map(([key, value]) =>
    `${key} = ${Array.isArray(value) ? `[${value.map(quoted).join(", ")}]` : quoted(value as string)}`
  );
  return `[${name}]\n${lines.join("\n")}\n`;
}

/** Text inside double quotes of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
}

/** One word of a POSIX shell, or one value of an `.env` file: in quotes only where it must be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

/** A value as both JSON and TOML read it; TOML wants DEL escaped too. */
function quoted(value: string | number | boolean): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}
