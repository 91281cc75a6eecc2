/**
 * Pacerelle's eight tools, in the order in which `tools/list` gives them (contract: pacerelle §1).
 * @module
 */
import type { Tool } from "../tool.ts";
import type { InboxContext } from "./context.ts";
import { getCheckpointsTool } from "./get_checkpoints.ts";
import { getHistoryTool } from "./get_history.ts";
import { getStatusTool } from "./get_status.ts";
import { markProcessedTool } from "./mark_processed.ts";
import { saveCheckpointTool } from "./save_checkpoint.ts";
import { sendMessageTool } from "./send_message.ts";
import { sendWidgetTool } from "./send_widget.ts";
import { waitForMessagesTool } from "./wait_for_messages.ts";

/** Every tool. */
export const CATALOGUE: readonly Tool<InboxContext>[] = Object.freeze([
  getStatusTool,
  waitForMessagesTool,
  sendMessageTool,
  sendWidgetTool,
  markProcessedTool,
  getHistoryTool,
  saveCheckpointTool,
  getCheckpointsTool,
]);
