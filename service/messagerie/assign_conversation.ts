/**
 * Giving a conversation to an advisor, or back to the queue (contract: messagerie §3 `assign_conversation`, §11).
 * @module
 */
import { findActiveAgent, insertNotification } from "../../store/messagerie/agents.ts";
import { appendChanges } from "../../store/messagerie/changes.ts";
import { type ConversationRow, updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { AssignConversationInput } from "./inputs.ts";
import { invalid, refuse } from "./refusals.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, type Write } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Assigns. To the same assignee: nothing happens. From the AI to a person: the conversation is open. The new assignee is
 * told in the inbox, unless they took it themselves.
 * @throws {Refusal} `TOKEN_READ_ONLY`; `CONVERSATION_NOT_FOUND`; `AGENT_NOT_FOUND` (unknown or inactive);
 * `INVALID_REQUEST` on `agentId` when that advisor does not serve the conversation's inbox.
 */
export async function assignConversation(
  desk: Desk,
  actor: Actor,
  input: AssignConversationInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (input.agentId === null) await unassign(w, actor, conversation);
    else await assign(w, actor, conversation, input.agentId.toLowerCase());
  });
}

async function assign(w: Write, actor: Actor, conversation: ConversationRow, agentId: string): Promise<void> {
  const agent = await findActiveAgent(w.db, agentId, conversation.inbox_no);
  if (agent === undefined) throw refuse("AGENT_NOT_FOUND");
  if (agent.no === conversation.assignee_no) return;
  if (agent.serves !== 1) {
    throw invalid({ field: "agentId", message: "Ce conseiller ne sert pas la boîte de cette conversation." });
  }
  const by = signatureOf(actor);
  await updateConversation(w.db, conversation.no, {
    assignee_no: agent.no,
    ...(conversation.status === "ai" ? { status: "open" } : {}),
  });
  await addEvent(w, conversation, { type: "assigned", agent: agent.name, by });
  await tellConversation(w, conversation);
  if (actor.kind === "person" && actor.agentNo === agent.no) return;
  await insertNotification(w.db, {
    id: w.newId(),
    agentNo: agent.no,
    conversationNo: conversation.no,
    byName: by,
    at: w.at,
  });
  await appendChanges(w.db, [{
    at: w.at,
    kind: "notification",
    conversation_no: conversation.no,
    inbox_no: conversation.inbox_no,
    message_id: null,
    agent_no: agent.no,
    payload: null,
  }]);
}

/** Puts a conversation back in the queue, unless it is there. */
export async function unassign(w: Write, actor: Actor, conversation: ConversationRow): Promise<void> {
  if (conversation.assignee_no === null) return;
  await updateConversation(w.db, conversation.no, { assignee_no: null });
  await addEvent(w, conversation, { type: "assigned", agent: null, by: signatureOf(actor) });
  await tellConversation(w, conversation);
}
