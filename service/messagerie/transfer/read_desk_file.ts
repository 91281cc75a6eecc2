/**
 * Reads a desk file piece by piece: memory holds one element at a time, however long the file is.
 * @module
 */
import { JSONParser } from "@streamparser/json";
import { Refusal } from "../../../base/refusal.ts";
import { invalid } from "../refusals.ts";
import { type DeskItem, type Section, SECTIONS } from "./desk_file.ts";

/**
 * The elements of a desk file, in the order in which they stand.
 * @throws {Refusal} `INVALID_REQUEST` naming the place: what is no JSON, no object, or an unknown section
 */
export async function* readDeskFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DeskItem> {
  let ready: DeskItem[] = [];
  let done = false;
  // The whole file is asked for, so that nothing in it goes unseen; what was handed on is taken out again.
  const parser = new JSONParser({ paths: ["$", "$.*", "$.*.*"] });
  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 0) {
      if (!isObject(value)) throw notObject();
      done = true;
      return;
    }
    if (typeof (stack.length === 1 ? key : stack[1]?.key) === "number") throw notObject();
    const section = String(stack.length === 1 ? key : stack[1]?.key);
    if (!isSection(section)) {
      throw invalid({ field: section.slice(0, 60), message: "Cette section est inconnue." });
    }
    if (stack.length === 1) {
      if (!Array.isArray(value)) throw invalid({ field: section, message: "Il faut une liste." });
      if (isObject(parent)) delete parent[section];
      return;
    }
    if (typeof key !== "number" || !Array.isArray(parent)) {
      throw invalid({ field: section, message: "Il faut une liste." });
    }
    parent.length = 0;
    ready.push({ section, index: key, value });
  };
  for await (const chunk of bytes) {
    parsing(() => parser.write(chunk));
    const items = ready;
    ready = [];
    yield* items;
  }
  if (!parser.isEnded) parsing(() => parser.end());
  if (!done) throw notJson();
}

/** Runs a step of the parser, whose own errors quote the file. */
function parsing(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof Refusal ? error : notJson();
  }
}

function notObject() {
  return invalid({ field: "fichier", message: "Il faut un objet JSON." });
}

function notJson() {
  return invalid({ field: "fichier", message: "Ce n’est pas du JSON, ou pas tout entier." });
}

function isSection(name: string): name is Section {
  return Object.hasOwn(SECTIONS, name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
