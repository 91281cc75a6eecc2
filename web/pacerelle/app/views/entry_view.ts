/**
 * An entry of a conversation as pages show it.
 * @module
 */
import type { ConversationLog } from "../../../../service/pacerelle/chat/conversation_log.ts";
import { type Entry, isAgents } from "../../../../service/pacerelle/chat/entry.ts";
import type { AnswerView, EntryView, WidgetEntry } from "../entry_types.ts";
import { standingOf } from "../words/standing_words.ts";

type LoggedWidget = Extract<Entry, { readonly kind: "widget" }>;

function answerView(log: ConversationLog, widget: LoggedWidget): AnswerView | null {
  const answer = log.answerTo(widget);
  const standing = answer && standingOf(answer);
  if (!answer || !standing) return null;
  const { id, at, body: { value, cancelled }, state } = answer;
  return { id, at, value, isCancelled: cancelled, isHere: state !== "copied", standing };
}

/** Whether an answer can be given: a question of an agent's that has none which stands. */
export function isOpenQuestion(log: ConversationLog, entry: Entry): boolean {
  return entry.kind === "widget" && entry.body.kind !== "progress" && log.answerTo(entry) === undefined;
}

/** The view of `entry`. */
export function entryView(log: ConversationLog, entry: Entry): EntryView {
  const head = {
    id: entry.id,
    agent: entry.agent,
    at: entry.at,
    isMine: !isAgents(entry),
    standing: standingOf(entry),
    isSeen: entry.state === "seen",
    re: entry.re ?? null,
  };
  switch (entry.kind) {
    case "message":
      return { ...head, kind: "message", text: entry.body.text, attachments: entry.body.attachments ?? [] };
    case "widget":
      return {
        ...head,
        kind: "widget",
        widget: entry.body as WidgetEntry["widget"],
        answer: answerView(log, entry),
        isOpen: isOpenQuestion(log, entry),
      };
    case "answer":
      return { ...head, kind: "answer", value: entry.body.value, isCancelled: entry.body.cancelled };
  }
}
