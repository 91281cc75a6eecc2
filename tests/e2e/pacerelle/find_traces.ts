/**
 * Looks for secrets in everything that was written: every file of a folder and a log, in every usual spelling.
 * @module
 */
import { Buffer } from "node:buffer";

/** Where something was found that must not be there. */
export interface Trace {
  readonly secret: string;
  readonly spelling: string;
  readonly where: string;
}

function spellings(secret: string | Uint8Array): [string, Buffer][] {
  const bytes = Buffer.from(secret as Uint8Array);
  const found: [string, Buffer][] = [
    ["bytes", bytes],
    ["hex", Buffer.from(bytes.toString("hex"))],
    ["HEX", Buffer.from(bytes.toString("hex").toUpperCase())],
    ["utf16", Buffer.from(bytes.toString("utf8"), "utf16le")],
  ];
  // Inside longer base64 a text stands at one of three offsets; what is around it changes its ends only.
  for (let offset = 0; offset < 3; offset++) {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64").replaceAll("=", "");
    const core = shifted.slice(offset === 0 ? 0 : offset + 1, -2);
    found.push([`base64+${offset}`, Buffer.from(core)]);
    found.push([`base64url+${offset}`, Buffer.from(core.replaceAll("+", "-").replaceAll("/", "_"))]);
  }
  if (typeof secret === "string") found.push(["json", Buffer.from(JSON.stringify(secret).slice(1, -1))]);
  return found.filter(([, needle]) => needle.length >= 5);
}

async function* filesOf(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* filesOf(path);
    else if (entry.isFile) yield path;
  }
}

/** Every trace of `secrets`, and how many bytes were looked through. */
export async function findTraces(
  folder: string,
  log: string,
  secrets: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ readonly traces: readonly Trace[]; readonly bytes: number }> {
  const haystacks: [string, Buffer][] = [["logs", Buffer.from(log)]];
  for await (const path of filesOf(folder)) haystacks.push([path, Buffer.from(await Deno.readFile(path))]);
  const traces: Trace[] = [];
  for (const [secret, value] of Object.entries(secrets)) {
    for (const [spelling, needle] of spellings(value)) {
      for (const [where, haystack] of haystacks) {
        if (haystack.includes(needle)) traces.push({ secret, spelling, where });
      }
    }
  }
  return { traces, bytes: haystacks.reduce((sum, [, { length }]) => sum + length, 0) };
}
