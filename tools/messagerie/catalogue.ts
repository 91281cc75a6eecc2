/**
 * Messagerie's fifteen tools, in the order in which `tools/list` gives them (contract: messagerie §3). A token that only
 * reads sees those whose access is "read": the first eight.
 * @module
 */
import type { Tool } from "../tool.ts";
import { addNoteTool } from "./add_note.ts";
import { addTagTool } from "./add_tag.ts";
import { assignConversationTool } from "./assign_conversation.ts";
import type { DeskContext } from "./context.ts";
import { getContactTool } from "./get_contact.ts";
import { getConversationTool } from "./get_conversation.ts";
import { listAgentsTool } from "./list_agents.ts";
import { listContactsTool } from "./list_contacts.ts";
import { listConversationsTool } from "./list_conversations.ts";
import { listInboxesTool } from "./list_inboxes.ts";
import { removeTagTool } from "./remove_tag.ts";
import { resolveConversationTool } from "./resolve_conversation.ts";
import { searchMessagesTool } from "./search_messages.ts";
import { sendReplyTool } from "./send_reply.ts";
import { startConversationTool } from "./start_conversation.ts";
import { whoamiTool } from "./whoami.ts";

/** Every tool. */
export const CATALOGUE: readonly Tool<DeskContext>[] = Object.freeze([
  whoamiTool,
  listInboxesTool,
  listAgentsTool,
  listConversationsTool,
  getConversationTool,
  searchMessagesTool,
  listContactsTool,
  getContactTool,
  startConversationTool,
  sendReplyTool,
  addNoteTool,
  assignConversationTool,
  resolveConversationTool,
  addTagTool,
  removeTagTool,
]);
