/**
 * The inbox's service: every sentence of the product that tools call. All take an open inbox. What changes is on disk
 * before they answer; refusals are thrown as `Refusal` (contract: pacerelle §1, §2).
 * @module
 */
export { getStatus } from "./get_status.ts";
export { waitForMessages } from "./wait_for_messages.ts";
export { sendMessage } from "./send_message.ts";
export { sendWidget } from "./send_widget.ts";
export { markProcessed } from "./mark_processed.ts";
export { saveAttachments } from "./files/save_attachments.ts";
export { getHistory } from "./get_history.ts";
export { saveCheckpoint } from "./save_checkpoint.ts";
export { getCheckpoints } from "./get_checkpoints.ts";
