/**
 * Says to who hears the page what the agent writes while the conversation is open. Silent about what was there before, and
 * about what the person wrote.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { EntryView } from "../app/entry_types.ts";
import { newsOf } from "./news.ts";
import { plainLine } from "./plain_line.ts";
import { words } from "./words.ts";

/** Longer texts are read in the conversation. */
const MOST = 300;

/** The region. `entries`: what is loaded, oldest first; null before that is known. */
export function Announcer({ entries, name }: {
  readonly entries: readonly EntryView[] | null;
  readonly name: string;
}) {
  const said = useSignal<readonly { readonly id: string; readonly text: string }[]>([]);
  const newest = useRef<EntryView | null>(undefined);
  useEffect(() => {
    if (entries === null) return;
    const news = newest.current === undefined ? [] : newsOf(entries, newest.current);
    newest.current = entries.at(-1) ?? null;
    if (news.length > 0) said.value = news.map((entry) => ({ id: entry.id, text: textOf(entry, name) }));
  }, [entries]);
  return (
    <div class="visually-hidden" role="log" aria-live="polite" aria-label={words.value.news}>
      {said.value.map(({ id, text }) => <p key={id}>{text}</p>)}
    </div>
  );
}

function textOf(entry: EntryView, name: string): string {
  const t = words.value;
  if (entry.kind === "widget") return t.asks(name, entry.widget.title);
  if (entry.kind === "answer") return t.saysFile(name);
  const text = plainLine(entry.text).slice(0, MOST).toWellFormed();
  return text === "" ? t.saysFile(name) : t.says(name, text);
}
