/**
 * What a search finds in what this device has; the relay could not search if it wanted to.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { formatMoment } from "../../kit/format.ts";
import type { CommandValue } from "../app/api.ts";
import { addressOf } from "../frame/place.ts";
import { app, conversations, sayTold } from "../state.ts";
import { words as frameWords } from "../words.ts";
import { words } from "./words.ts";

/** A pause in typing. */
const PAUSE_MS = 150;

/** The hits. */
export function SearchResults({ query }: { readonly query: string }) {
  const t = words.value;
  const found = useSignal<CommandValue<"search"> | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const outcome = await app.run("search", { query });
      if (isOver) return;
      fault.value = outcome.ok ? undefined : sayTold(outcome.refusal);
      if (outcome.ok) found.value = outcome.value;
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [query]);
  const hits = found.value?.hits ?? [];
  return (
    <div class="hits">
      <p class="secondary" role="status">
        {fault.value ?? (found.value === undefined ? "" : t.hits(hits.length, found.value.hasMore))}
      </p>
      <ul class="rows">
        {hits.map(({ entry, before, match, after }) => (
          <li key={entry.id}>
            <a
              class="row"
              href={addressOf({ name: "conversations", agent: entry.agent, entry: entry.id })}
            >
              <span class="row-text">
                <span class="row-line">
                  <bdi class="row-name">
                    {conversations.value.find(({ agent }) => agent === entry.agent)?.name ??
                      frameWords.value.unnamed}
                  </bdi>
                  <time class="row-time" dateTime={new Date(entry.at).toISOString()}>
                    {formatMoment(entry.at)}
                  </time>
                </span>
                <span class="hit-text" dir="auto">
                  {before}
                  <mark>{match}</mark>
                  {after}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
