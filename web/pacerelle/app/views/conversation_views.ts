/**
 * The list of conversations: one row for each agent, the most recent first.
 * @module
 */
import { cutCodePoints } from "../../../../base/text.ts";
import type { ChatState } from "../../../../service/pacerelle/chat/chat_state.ts";
import { type Entry, isAgents } from "../../../../service/pacerelle/chat/entry.ts";
import type { ConversationView } from "../state_types.ts";
import { standingState } from "../words/standing_words.ts";
import { isOpenQuestion } from "./entry_view.ts";

/** Code points of a row's text. */
const MAX_TEXT = 140;
/** Entries that are looked through for open questions: older ones are not what a row tells of. */
const RECENT = 100;

function lineOf(entry: Entry): string {
  switch (entry.kind) {
    case "message":
      return entry.body.text;
    case "widget":
      return entry.body.title;
    case "answer":
      return "";
  }
}

function rowOf(state: ChatState, agent: string, name: string | null): ConversationView {
  const { log, drafts } = state;
  const last = log.last(agent);
  const recent = log.page(agent, undefined, RECENT).entries;
  return {
    agent,
    name,
    last: last === undefined ? null : {
      at: last.at,
      text: cutCodePoints(lineOf(last).replaceAll(/\s+/g, " ").trim(), MAX_TEXT),
      isMine: !isAgents(last),
      standing: standingState(last),
    },
    unread: log.count(agent, ["arrived"]),
    unsent: log.count(agent, ["queued", "uncertain"]),
    openQuestions: recent.filter((entry) => isOpenQuestion(log, entry)).length,
    draft: drafts.get(agent) ?? "",
  };
}

/** The rows. */
export function conversationViews(state: ChatState): ConversationView[] {
  return [...state.endpoint.agents.values()]
    .map(({ id, name }) => rowOf(state, id, name))
    .toSorted((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0));
}
