/**
 * Reads what is pasted into a host as the host would: JSON, TOML, `.env`, or a shell with a `claude` that tells its arguments.
 * @module
 */
import { ok } from "node:assert/strict";
import type { Any } from "../any.ts";

/** What the text says: an object, or for `sh` the arguments that `claude` gets. @throws when it is not of that format */
export async function parsePasted(format: string, text: string): Promise<Any> {
  if (format === "json") return JSON.parse(text);
  if (format === "toml") return parseToml(text);
  if (format === "env") return parseEnv(text);
  ok(format === "sh", format);
  return await runShell(`claude() { printf '%s\\0' "$@"; }\n${text}`);
}

/** TOML as far as hosts' files go: tables, and keys whose values are written as JSON would write them. */
export function parseToml(text: string): Any {
  const root: Any = {};
  let table = root;
  for (const line of text.split("\n").map((it) => it.trim()).filter((it) => it !== "")) {
    const header = /^\[([\w.-]+)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      table = root;
      for (const name of header.split(".")) table = table[name] ??= {};
      continue;
    }
    const [, key, value] = /^([\w-]+) = (.+)$/.exec(line) ?? [];
    ok(key !== undefined && value !== undefined && !(key in table), `no TOML line: ${line}`);
    table[key] = JSON.parse(value);
  }
  return root;
}

function parseEnv(text: string): Record<string, string> {
  return Object.fromEntries(
    text.trimEnd().split("\n").map((line) => {
      const [, name, plain, inQuotes] = /^(\w+)=(?:([^\s"#]*)|"((?:[^"\\]|\\.)*)")$/.exec(line) ?? [];
      ok(name !== undefined, `no line of an .env file: ${line}`);
      return [name, plain ?? inQuotes?.replace(/\\(.)/g, "$1") ?? ""];
    }),
  );
}

async function runShell(script: string): Promise<string[]> {
  const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  ok(code === 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}
