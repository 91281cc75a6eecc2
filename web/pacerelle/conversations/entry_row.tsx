/**
 * One entry of a thread: a message, a question, an answer.
 * @module
 */
import { formatFull, formatTime } from "../../kit/format.ts";
import type { EntryView, MessageEntry } from "../app/entry_types.ts";
import { Attachments } from "../files/attachments.tsx";
import { LongText } from "../markdown/long_text.tsx";
import { valueText } from "../widgets/value_text.ts";
import { WidgetCard } from "../widgets/widget_card.tsx";
import type { Row } from "./rows.ts";
import { StandingLine } from "./standing.tsx";
import { words } from "./words.ts";

type EntryRowData = Extract<Row, { readonly kind: "entry" }>;

/** The row. */
export function EntryRow({ row: { entry, isNext }, entries, agentName, isFound }: {
  readonly row: EntryRowData;
  readonly entries: readonly EntryView[];
  readonly agentName: string;
  readonly isFound: boolean;
}) {
  const t = words.value;
  const side = entry.isMine ? "mine" : "theirs";
  return (
    <div class={`entry entry-${side} ${isNext ? "entry-next" : ""} ${isFound ? "entry-found" : ""}`}>
      <span class="visually-hidden">{entry.isMine ? t.you : agentName}</span>
      <Content entry={entry} entries={entries} />
      <span class="entry-foot">
        <time dateTime={new Date(entry.at).toISOString()} title={formatFull(entry.at)}>
          {formatTime(entry.at)}
        </time>
        {entry.standing && <StandingLine standing={entry.standing} />}
      </span>
    </div>
  );
}

function Content({ entry, entries }: { readonly entry: EntryView; readonly entries: readonly EntryView[] }) {
  switch (entry.kind) {
    case "message":
      return <Message entry={entry} entries={entries} />;
    case "widget":
      return <WidgetCard entry={entry} />;
    case "answer": {
      const asked = entries.find(({ id }) => id === entry.re);
      const widget = asked?.kind === "widget" ? asked.widget : undefined;
      return (
        <div class="bubble bubble-answer">
          <p class="quote">
            {words.value.answerTo} <bdi>{widget?.title ?? ""}</bdi>
          </p>
          <p dir="auto">{valueText(widget, entry.value, entry.isCancelled)}</p>
        </div>
      );
    }
  }
}

function Message({ entry, entries }: {
  readonly entry: MessageEntry;
  readonly entries: readonly EntryView[];
}) {
  // An answer to the message just before needs no telling.
  const at = entries.findIndex(({ id }) => id === entry.id);
  const asked = entry.re === null || entries[at - 1]?.id === entry.re
    ? undefined
    : entries.find(({ id }) => id === entry.re);
  return (
    <div class="bubble">
      {asked?.kind === "message" && asked.text !== "" && (
        <p class="quote quote-cut">
          <bdi>{asked.text}</bdi>
        </p>
      )}
      {entry.text !== "" && <LongText text={entry.text} isPlain={entry.isMine} />}
      {entry.attachments.length > 0 && <Attachments files={entry.attachments} />}
    </div>
  );
}
