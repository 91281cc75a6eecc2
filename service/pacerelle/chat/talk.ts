/**
 * What a person says to an agent: messages, and answers to what it asked.
 * @module
 */
import { codePointLength } from "../../../base/text.ts";
import { SendFault, type SendState, type Sent } from "../../../wire/endpoint/api.ts";
import type { Content, KnownAgent } from "../../../wire/endpoint/records.ts";
import { MAX_TEXT } from "../../../wire/limits.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { AnswerValue, checkAnswer, type WidgetAnswer } from "../../../wire/widget_answer.ts";
import { findAgent } from "./agents.ts";
import type { Chat } from "./chat.ts";
import { type Entry, isAgents } from "./entry.ts";
import { NEVER_SEEN_MS, SUBMIT_MS } from "./limits.ts";
import type { JournalRecord } from "./records.ts";
import { refuse } from "./refusals.ts";
import { conversationOf } from "./share.ts";
import { requireApproval } from "./sign_in.ts";

/** What was said, and how far it came. */
export interface Said extends Sent {
  readonly agent: KnownAgent;
}

/** How something is said. */
export interface SayOptions {
  /** The message id, made by the caller: the same one again says nothing twice. */
  readonly id?: string | undefined;
  /** Waits for the relay's answer, as far as it comes soon; otherwise done once it is written. True by default. */
  readonly isPatient?: boolean;
}

async function say(
  chat: Chat,
  agent: KnownAgent,
  content: Content,
  { id, isPatient = true, conversation, alongside }: SayOptions & {
    readonly conversation?: string;
    readonly alongside?: readonly JournalRecord[];
  },
): Promise<Said> {
  const endpoint = await chat.endpoint();
  // Not worth a wait where the relay cannot be reached: then it is written, and leaves later.
  const isOnline = isPatient && await chat.connect() === undefined;
  try {
    const sent = await endpoint.send({
      id,
      conversation: conversation ?? await conversationOf(chat, agent),
      audience: { to: "agent", agent: agent.id },
      content,
    }, { waitMs: !isOnline ? 0 : agent.card === null ? NEVER_SEEN_MS : SUBMIT_MS, alongside });
    return { ...sent, agent };
  } catch (error) {
    if (error instanceof SendFault) {
      if (error.code === "OUTBOX_FULL") throw refuse("OUTBOX_FULL");
      if (error.code === "TOO_LARGE") throw refuse("MESSAGE_TOO_LONG");
      if (error.code === "FILE_LOST") throw refuse("FILE_REFUSED", { reason: "changed" });
    }
    throw error;
  }
}

/**
 * Sends a message: written durably, then handed to the relay if it answers in time.
 * @throws {Refusal} EMPTY_MESSAGE, MESSAGE_TOO_LONG, AGENT_NOT_FOUND, AGENT_AMBIGUOUS, NOT_APPROVED, OUTBOX_FULL, FILE_REFUSED
 */
export async function sendText(
  chat: Chat,
  name: string,
  text: string,
  options: SayOptions & {
    readonly re?: string | undefined;
    /** Made by the endpoint's `files.attach`; the text may be empty then. */
    readonly attachments?: readonly Attachment[] | undefined;
    /** The draft that it was; another one stays. Without it, whatever there is goes. */
    readonly draft?: string | undefined;
  } = {},
): Promise<Said> {
  requireApproval(chat);
  const agent = findAgent(chat, name);
  // What was typed is sent, and no draft any more, in one write: a crash leaves one or the other.
  const kept = chat.state.drafts.get(agent.id);
  const alongside: JournalRecord[] = kept !== undefined && (options.draft ?? kept) === kept
    ? [{ t: "chat-draft", agent: agent.id, text: "" }]
    : [];
  const said = saidBefore(chat, agent, options.id);
  if (said) {
    // Who did not learn that it was written has kept it as a draft since.
    if (alongside.length > 0) await chat.append(alongside);
    return said;
  }
  const body = text.toWellFormed();
  const { re, attachments = [] } = options;
  if (body.trim() === "" && attachments.length === 0) throw refuse("EMPTY_MESSAGE");
  if (codePointLength(body) > MAX_TEXT) throw refuse("MESSAGE_TOO_LONG");
  const content: Content = {
    kind: "message",
    ...(re === undefined ? {} : { re }),
    body: { text: body, ...(attachments.length === 0 ? {} : { attachments: [...attachments] }) },
  };
  return await say(chat, agent, content, { ...options, alongside });
}

/** A message of this id that is written already. */
function saidBefore(chat: Chat, agent: KnownAgent, id: string | undefined): Said | undefined {
  const entry = id === undefined ? undefined : chat.state.log.get(id);
  if (!entry || isAgents(entry) || entry.state === "copied") return undefined;
  const { at, code } = entry;
  return { id: entry.id, at, state: entry.state as SendState, code, agent };
}

type WidgetEntry = Extract<Entry, { kind: "widget" }>;

/** @throws {Refusal} WIDGET_NOT_FOUND, WIDGET_AMBIGUOUS, WIDGET_CLOSED */
export function findOpenWidget(chat: Chat, id: string): WidgetEntry {
  const found = chat.state.log.widgets(id).filter(({ body }) => body.kind !== "progress");
  const [newest] = found;
  if (!newest) throw refuse("WIDGET_NOT_FOUND");
  if (found.some((entry) => entry.agent !== newest.agent)) throw refuse("WIDGET_AMBIGUOUS");
  if (chat.state.log.answerTo(newest)) throw refuse("WIDGET_CLOSED");
  return newest;
}

/**
 * Answers a widget; null cancels it. The first answer of the account counts: the agent tells the others that they came too
 * late.
 * @throws {Refusal} WIDGET_NOT_FOUND, WIDGET_AMBIGUOUS, WIDGET_CLOSED, ANSWER_INVALID (details: path, message)
 */
export async function answerWidget(
  chat: Chat,
  id: string,
  value: unknown,
  options: SayOptions = {},
): Promise<Said> {
  requireApproval(chat);
  const before = options.id === undefined ? undefined : chat.state.log.get(options.id);
  const said = before && saidBefore(chat, findAgent(chat, before.agent), options.id);
  if (said) return said;
  const widget = findOpenWidget(chat, id);
  const agent = findAgent(chat, widget.agent);
  const parsed = AnswerValue.safeParse(value);
  if (!parsed.success) throw refuse("ANSWER_INVALID", { path: "value", message: "invalid" });
  const given: WidgetAnswer = { ref: widget.body.id, value: parsed.data, cancelled: false };
  let checked = checkAnswer(widget.body, given);
  // Where null is no value of its own, it is a person who does not want to answer.
  if (!checked.ok && value === null) checked = checkAnswer(widget.body, { ...given, cancelled: true });
  if (!checked.ok) throw refuse("ANSWER_INVALID", { ...checked.issue });
  const content: Content = { kind: "answer", re: widget.id, body: checked.value };
  return await say(chat, agent, content, { ...options, conversation: widget.conversation });
}
