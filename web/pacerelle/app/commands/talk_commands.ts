/**
 * Conversations: read, written, searched.
 * @module
 */
import { cutCodePoints } from "../../../../base/text.ts";
import type { Entry } from "../../../../service/pacerelle/chat/entry.ts";
import { MAX_DRAFT } from "../../../../service/pacerelle/chat/limits.ts";
import { markSeen } from "../../../../service/pacerelle/chat/reading.ts";
import { refuse } from "../../../../service/pacerelle/chat/refusals.ts";
import { search } from "../../../../service/pacerelle/chat/search.ts";
import { requireApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { answerWidget, type Said, sendText } from "../../../../service/pacerelle/chat/talk.ts";
import { newShortId } from "../../../../wire/ids.ts";
import type { SentView } from "../api.ts";
import { entryView } from "../views/entry_view.ts";
import { standingOf } from "../words/standing_words.ts";
import type { CommandDevice, CommandRun } from "./command_run.ts";

type Names = "page" | "sendText" | "answerWidget" | "markSeen" | "setDraft" | "search";

/** Entries of a page, and the most that one may ask for. */
const PAGE = 50;
const MAX_PAGE = 200;

function sentView(device: CommandDevice, said: Said): SentView {
  const entry = device.chat.state.log.get(said.id) ?? { state: said.state };
  const standing = standingOf(entry);
  if (!standing) throw new Error("what was said is nobody's");
  return { id: said.id, standing };
}

export const talkCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  page(device, { agent, before, limit = PAGE }) {
    const { log } = device.chat.state;
    const { entries, hasMore } = log.page(agent, before, Math.max(1, Math.min(limit, MAX_PAGE)));
    return Promise.resolve({ entries: entries.map((entry) => entryView(log, entry)), hasMore });
  },

  async sendText(device, { agent, text, id = newShortId(device.options.env), re, attachments, draft }) {
    const options = { id, re, attachments, draft, isPatient: false };
    return sentView(device, await sendText(device.chat, agent, text, options));
  },

  async answerWidget(device, { entry, value, id = newShortId(device.options.env) }) {
    if (!device.chat.state.log.get(entry)) throw refuse("WIDGET_NOT_FOUND");
    return sentView(device, await answerWidget(device.chat, entry, value, { id, isPatient: false }));
  },

  async markSeen(device, { agent }) {
    const { chat } = device;
    requireApproval(chat);
    const unseen: Entry[] = chat.state.log.count(agent, ["arrived"]) === 0 ? [] : chat.state.log.of(agent);
    await markSeen(chat, unseen);
    return {};
  },

  async setDraft(device, { agent, text }) {
    const { chat } = device;
    if (!chat.state.endpoint.agents.has(agent)) throw refuse("AGENT_NOT_FOUND");
    const kept = text.length > MAX_DRAFT ? cutCodePoints(text, MAX_DRAFT) : text;
    if ((chat.state.drafts.get(agent) ?? "") !== kept) {
      await chat.append([{ t: "chat-draft", agent, text: kept }]);
    }
    return {};
  },

  search(device, { query, agent, ...limit }) {
    const { log } = device.chat.state;
    const { hits, hasMore } = search(device.chat, query, { agent, ...limit });
    return Promise.resolve({
      hits: hits.map(({ entry, before, match, after }) => ({
        entry: entryView(log, entry),
        before,
        match,
        after,
      })),
      hasMore,
    });
  },
};
