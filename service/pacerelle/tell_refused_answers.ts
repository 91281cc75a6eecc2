/**
 * Telling devices that an answer to a widget does not count, so that they show it closed (contract: pacerelle §3).
 * @module
 */
import type { InboxRecord } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";

const running = new WeakSet<Inbox>();

/** Tells each once, over restarts too: that it was told is written with what tells it. Never rejects. */
export async function tellRefusedAnswers(inbox: Inbox): Promise<void> {
  if (running.has(inbox)) return;
  running.add(inbox);
  try {
    for (const { id, device, conversation, reason } of inbox.state.refusedAnswers) {
      const told: InboxRecord = { t: "answer-told", id };
      await inbox.channel.send({
        conversation,
        audience: { to: "endpoint", endpoint: device },
        content: { kind: "nack", body: { id, reason } },
      }, { alongside: [told] });
    }
  } catch (error) {
    // Whatever it is, the list is still there, and the next message or start goes through it again.
    inbox.log.warn("inbox.answer_not_told", { error: error instanceof Error ? error.name : "unknown" });
  } finally {
    running.delete(inbox);
  }
}
