/**
 * Search over what this device has, folded like everywhere (base/text.ts). The texts are in memory, opened; there is no index
 * on the disk that would say what they are about.
 * @module
 */
import { fold } from "../../../base/text.ts";
import type { Chat } from "./chat.ts";
import type { Entry } from "./entry.ts";
import { MAX_HITS } from "./limits.ts";

/** Characters of the original shown on each side of a hit. */
const AROUND = 40;

/** An entry that holds the query, and where. */
export interface Hit {
  readonly entry: Entry;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Folding changes lengths ("œ" becomes two): for each place of the folded text, the place that it comes from. */
interface Folded {
  readonly text: string;
  readonly original: string;
}

const folded = new WeakMap<Entry, Folded>();

/** Everything of an entry that a person reads. */
function textOf(entry: Entry): string {
  switch (entry.kind) {
    case "message":
      return [entry.body.text, ...(entry.body.attachments ?? []).map(({ name }) => name)].join("\n");
    case "widget":
      return widgetTexts(entry).join("\n");
    case "answer":
      return typeof entry.body.value === "string" ? entry.body.value : formTexts(entry.body.value).join("\n");
  }
}

function widgetTexts({ body }: Extract<Entry, { kind: "widget" }>): string[] {
  const head = [body.title, body.body ?? ""];
  switch (body.kind) {
    case "choice":
      return [...head, ...body.options.flatMap(({ label, description = "" }) => [label, description])];
    case "form":
      return [...head, ...body.fields.map(({ label }) => label)];
    case "progress":
      return [...head, body.label ?? ""];
    default:
      return head;
  }
}

function formTexts(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).filter((field): field is string => typeof field === "string");
}

function foldedOf(entry: Entry): Folded {
  let known = folded.get(entry);
  if (!known) {
    const original = textOf(entry);
    folded.set(entry, known = { original, text: fold(original) });
  }
  return known;
}

/** Where in `original` the folded place `wanted` comes from. */
function unfold(original: string, wanted: number): number {
  let place = 0;
  let length = 0;
  for (const point of original) {
    if (length >= wanted) break;
    length += fold(point).length;
    place += point.length;
  }
  return place;
}

function hitIn(entry: Entry, query: string): Hit | undefined {
  const { text, original } = foldedOf(entry);
  const found = text.indexOf(query);
  if (found < 0) return undefined;
  const start = unfold(original, found);
  const end = unfold(original, found + query.length);
  return {
    entry,
    before: (start > AROUND ? "…" : "") +
      original.slice(Math.max(0, start - AROUND), start).replaceAll(/\s+/g, " ").toWellFormed(),
    match: original.slice(start, end),
    after: original.slice(end, end + AROUND).replaceAll(/\s+/g, " ").toWellFormed() +
      (end + AROUND < original.length ? "…" : ""),
  };
}

/** Entries that hold `query`, newest first, of one agent or of all. */
export function search(
  chat: Chat,
  query: string,
  { agent, limit = MAX_HITS }: { readonly agent?: string | undefined; readonly limit?: number } = {},
): { readonly hits: readonly Hit[]; readonly hasMore: boolean } {
  const wanted = fold(query.trim());
  if (wanted === "") return { hits: [], hasMore: false };
  const entries = agent === undefined ? [...chat.state.log.all()] : chat.state.log.of(agent);
  const newest = agent === undefined ? entries.toSorted((a, b) => b.at - a.at) : entries.reverse();
  const most = Math.max(1, Math.min(limit, MAX_HITS));
  const hits: Hit[] = [];
  for (const entry of newest) {
    const hit = hitIn(entry, wanted);
    if (!hit) continue;
    if (hits.length === most) return { hits, hasMore: true };
    hits.push(hit);
  }
  return { hits, hasMore: false };
}
