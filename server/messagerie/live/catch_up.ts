/**
 * What a stream that comes back is told: what it missed, as things are now; or that it has to ask for everything again.
 * @module
 */
import { readBell } from "../../../service/messagerie/inbox/bell.ts";
import type { Change } from "../../../store/messagerie/changes.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import type { SignedIn } from "../inbox/signed_in.ts";
import type { Feed } from "./feed.ts";
import { renderChanges } from "./render_changes.ts";
import { eventText } from "./sse.ts";

/** UTF-16 units that are told at most: above, asking for what is shown costs less. */
const MAX_CAUGHT_UP = 512 * 1024;

/** The events of the changes after the place that a person had come to, up to where the others are; "" without any. */
export async function catchUp(
  store: DeskStore,
  feed: Pick<Feed, "missed">,
  { actor }: SignedIn,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<string> {
  const missed = await feed.missed(after, until);
  if (missed === undefined || movesReach(missed, actor.agentNo)) return eventText("reset", "{}");
  const rendered = await renderChanges(store.read, missed);
  let text = rendered.forReach(actor.reach) + rendered.forPerson(actor.agentNo, actor.reach);
  if (rendered.bells.has(actor.agentNo)) {
    text += eventText("notification", JSON.stringify(await readBell(store.read, actor)));
  }
  return text.length > MAX_CAUGHT_UP ? eventText("reset", "{}") : text;
}

/** Whether what this person reaches may have changed meanwhile: then what their page shows is not to be gone on from. */
function movesReach(changes: readonly Change[], agentNo: number): boolean {
  return changes.some(({ kind, agent_no }) =>
    kind === "directory" || (kind === "session" && agent_no === agentNo)
  );
}
