/**
 * A call of each REST route, for the API reference. What it answers is the sample of the object that the route says it
 * answers with. A test holds each against its route.
 * @module
 */
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
} from "../../../tools/messagerie/samples/sample_desk.ts";
import type { OBJECTS } from "./objects.ts";
import { pathNames, type Route, takesBody } from "./route.ts";

/** A sample of each object that a route answers with. */
const ANSWERS: Readonly<Partial<Record<keyof typeof OBJECTS, unknown>>> = {
  Me: SAMPLE_TOKEN,
  Inbox: SAMPLE_INBOX,
  Agent: SAMPLE_ADVISOR,
  ConversationSummary: SAMPLE_SUMMARY,
  Conversation: SAMPLE_CONVERSATION,
  FoundMessage: SAMPLE_FOUND,
  ContactListItem: SAMPLE_CONTACT,
  ContactDetail: SAMPLE_CARD,
};

const { conversation: id, contact } = SAMPLE_ID;
const TEXT = "Votre commande part demain.";

/** The arguments of a sample call, by operation. */
export const REST_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  getMe: {},
  listInboxes: {},
  listAgents: {},
  listConversations: { assignee: "none", limit: "20" },
  getConversation: { id },
  listContacts: { q: "martin" },
  getContact: { id: contact },
  searchMessages: { q: "commande C-2214" },
  startConversation: { channel: "email", contactId: contact, body: TEXT },
  addMessage: { id, body: TEXT, kind: "reply", resolve: true },
  assignConversation: { id, assigneeId: SAMPLE_ID.advisor },
  resolveConversation: { id },
  addTag: { id, label: "Urgent" },
  removeTag: { id, label: "Livraison" },
  getOpenApi: {},
};

/** A call of a route and its answer. */
export interface RestSample {
  /** Below the server's address, with its query. */
  readonly path: string;
  /** Null: none is sent. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Null for the document itself. */
  readonly answer: unknown;
}

/** The sample of a route. */
export function restSample(route: Route): RestSample {
  const given = REST_ARGUMENTS[route.operation] ?? {};
  const inPath = pathNames(route.path);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const others = Object.entries(given).filter(([name]) => !inPath.includes(name));
  const hasBody = takesBody(route);
  const query = hasBody ? "" : new URLSearchParams(others as [string, string][]).toString();
  return {
    path: `/api/v1${path}${query === "" ? "" : `?${query}`}`,
    body: hasBody ? Object.fromEntries(others) : null,
    answer: answerOf(route),
  };
}

function answerOf({ answer }: Route): unknown {
  if (answer === "document") return null;
  return { data: "one" in answer ? ANSWERS[answer.one] : [ANSWERS[answer.many]] };
}
