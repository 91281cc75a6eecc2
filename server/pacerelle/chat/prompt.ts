/**
 * Reads what a person types or another program pipes in: lines, and secrets that are not shown. Nothing secret is ever an
 * argument.
 * @module
 */
import process from "node:process";
import { CommandFailure, UsageError } from "../../cli/command.ts";

/** Standard input, as far as this needs it. */
export interface Keyboard {
  readonly isTerminal: boolean;
  /** Chunks of text as they come. Ending the loop leaves the rest. */
  read(): AsyncIterable<string>;
  /** Raw: keys come one by one and nothing is shown. */
  setRaw(raw: boolean): void;
}

/** Where a prompt is shown: standard error, so that standard output holds results alone. */
export type Show = (text: string) => Promise<void>;

/** Longest line: far above any password, code or key. */
const MAX_LINE = 8_192;

/** The process's own. */
export function processKeyboard(): Keyboard {
  const { stdin } = process;
  return {
    isTerminal: stdin.isTTY === true,
    async *read() {
      const decoder = new TextDecoder();
      try {
        for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
          yield typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
        }
      } finally {
        stdin.pause();
        // A piped input that nobody closes must not keep this process alive.
        stdin.unref?.();
      }
    },
    setRaw: (raw) => void stdin.setRawMode?.(raw),
  };
}

/** Everything that is piped in, up to `max` UTF-16 units. @throws {UsageError} when it is more */
export async function readAll(keyboard: Keyboard, max: number): Promise<string> {
  let text = "";
  for await (const chunk of keyboard.read()) {
    text += chunk;
    if (text.length > max) throw new UsageError("Le texte reçu est trop long.");
  }
  return text;
}

/** One line without its end. @throws {UsageError} when there is none */
export async function readLine(keyboard: Keyboard): Promise<string> {
  let text = "";
  for await (const chunk of keyboard.read()) {
    text += chunk;
    if (text.includes("\n") || text.length > MAX_LINE) break;
  }
  const [line = ""] = text.split(/\r?\n/, 1);
  if (line === "" || line.length > MAX_LINE) throw new UsageError("Rien d’utilisable sur l’entrée standard.");
  return line;
}

/** Asks for a line that may be shown. @throws {UsageError} when nobody is there to ask */
export async function askLine(keyboard: Keyboard, show: Show, label: string): Promise<string> {
  if (!keyboard.isTerminal) throw new UsageError(`Il manque : ${label}.`);
  await show(`${label} : `);
  return await readLine(keyboard);
}

/** What one chunk of keys does to what was typed. */
type Typed = { readonly text: string; readonly done: boolean };

const ESCAPE_SEQUENCE =
  // deno-lint-ignore no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?/gs;

function type(before: string, keys: string): Typed {
  let text = before;
  for (const key of keys.replace(ESCAPE_SEQUENCE, "")) {
    switch (key) {
      case "\r":
      case "\n":
        return { text, done: true };
      case "\u0003":
        throw new CommandFailure("Interrompu.");
      case "\u0004":
        return { text, done: true };
      case "\u007f":
      case "\b":
        text = [...text].slice(0, -1).join("");
        break;
      case "\u0015":
        text = "";
        break;
      default:
        if (key >= " " && text.length < MAX_LINE) text += key;
    }
  }
  return { text, done: false };
}

/**
 * Asks for a secret without showing it.
 * @throws {UsageError} when nobody is there to ask
 * @throws {CommandFailure} when the person gives up (Ctrl-C)
 */
export async function askSecret(keyboard: Keyboard, show: Show, label: string): Promise<string> {
  if (!keyboard.isTerminal) throw new UsageError(`Il manque : ${label}.`);
  await show(`${label} : `);
  keyboard.setRaw(true);
  try {
    let typed: Typed = { text: "", done: false };
    for await (const keys of keyboard.read()) {
      typed = type(typed.text, keys);
      if (typed.done) break;
    }
    return typed.text;
  } finally {
    keyboard.setRaw(false);
    await show("\n");
  }
}
