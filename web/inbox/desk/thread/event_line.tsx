/**
 * What happened to a conversation, in a sentence.
 * @module
 */
import { formatFull, formatTime } from "../../../kit/format.ts";
import type { ThreadEvent } from "../types.ts";
import { deskWords } from "../words.ts";

/** The sentence. Names in it are people's own words: each is kept to itself. */
export function eventInWords(event: ThreadEvent): string {
  const { events } = deskWords.value;
  const name = (text: string | null) => text === null ? null : isolated(text);
  switch (event.type) {
    case "assigned":
      return events.assigned(name(event.agent), name(event.by));
    case "transferred":
      return events.transferred(name(event.inbox), name(event.by));
    case "snoozed":
      return events.snoozed(name(event.agent), event.until === null ? null : formatFull(event.until));
    default:
      return events[event.type](name(event.agent));
  }
}

/** A text that turns no other text around: first-strong isolate, pop (Unicode UAX #9). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A line in the middle of the thread. */
export function EventLine({ text, at }: { readonly text: string; readonly at: string }) {
  return (
    <p class="event-line" dir="auto">
      {text} <time dateTime={at} title={formatFull(at)}>{formatTime(at)}</time>
    </p>
  );
}
