/**
 * A call of each tool and what it answers, for the API reference. A test holds each against its tool: the arguments pass
 * its schema, and the answer has the fields of a real one.
 * @module
 */
import { conversation, conversationItem } from "../wire.ts";
import {
  SAMPLE_ADVISOR,
  SAMPLE_CARD,
  SAMPLE_CONTACT,
  SAMPLE_CONVERSATION,
  SAMPLE_FOUND,
  SAMPLE_ID,
  SAMPLE_INBOX,
  SAMPLE_SUMMARY,
  SAMPLE_TOKEN,
  sampleAfter,
  sampleEvent,
  sampleMessage,
} from "./sample_desk.ts";

/** A call and its answer. */
export interface ToolSample {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

const conversation_id = SAMPLE_ID.conversation;
const REPLY = "Votre commande **C-2214** part demain : vous recevrez le suivi par e-mail.";
const NOTE = "Transporteur appelé : le colis est retrouvé.";
const { name: advisor } = SAMPLE_ADVISOR;
const { label: token } = SAMPLE_TOKEN;

/** By the name of the tool. */
export const TOOL_SAMPLES: Readonly<Record<string, ToolSample>> = {
  whoami: { arguments: {}, answer: SAMPLE_TOKEN },
  list_inboxes: { arguments: {}, answer: [SAMPLE_INBOX] },
  list_agents: { arguments: {}, answer: [SAMPLE_ADVISOR] },
  list_conversations: {
    arguments: { assignee_id: "none", limit: 20 },
    answer: [conversationItem(SAMPLE_SUMMARY)],
  },
  get_conversation: { arguments: { conversation_id }, answer: conversation(SAMPLE_CONVERSATION) },
  search_messages: { arguments: { query: "commande C-2214" }, answer: [SAMPLE_FOUND] },
  list_contacts: { arguments: { query: "martin" }, answer: [SAMPLE_CONTACT] },
  get_contact: { arguments: { contact_id: SAMPLE_ID.contact }, answer: SAMPLE_CARD },
  start_conversation: {
    arguments: { channel: "email", contact_id: SAMPLE_ID.contact, text: REPLY },
    answer: conversation({
      ...SAMPLE_CONVERSATION,
      channel: "email",
      tags: [],
      intent: null,
      summary: null,
      data: {},
      messages: [sampleMessage("agent", REPLY)],
    }),
  },
  send_reply: {
    arguments: { conversation_id, text: REPLY, resolve: true },
    answer: conversation(
      sampleAfter(
        { status: "resolved" },
        sampleMessage("agent", REPLY),
        sampleEvent({ type: "resolved", agent: token }),
      ),
    ),
  },
  add_note: {
    arguments: { conversation_id, text: NOTE },
    answer: conversation(sampleAfter({}, sampleMessage("note", NOTE))),
  },
  assign_conversation: {
    arguments: { conversation_id, agent_id: SAMPLE_ADVISOR.id },
    answer: conversation(
      sampleAfter(
        { assignee: advisor, assigneeId: SAMPLE_ADVISOR.id },
        sampleEvent({ type: "assigned", agent: advisor, by: token }),
      ),
    ),
  },
  resolve_conversation: {
    arguments: { conversation_id },
    answer: conversation(
      sampleAfter({ status: "resolved" }, sampleEvent({ type: "resolved", agent: token })),
    ),
  },
  add_tag: {
    arguments: { conversation_id, label: "Urgent" },
    answer: conversation(sampleAfter({ tags: ["Livraison", "Urgent"] })),
  },
  remove_tag: {
    arguments: { conversation_id, label: "Livraison" },
    answer: conversation(sampleAfter({ tags: [] })),
  },
};
