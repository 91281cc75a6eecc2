/**
 * What a person does to a conversation: each asks the server, shows what it answers, and says why when it does not.
 * @module
 */
import { toast } from "../../../kit/toasts.tsx";
import { formatFull } from "../../../kit/format.ts";
import { faultInWords } from "../../words.ts";
import { deskApi } from "../desk_api.ts";
import { desk } from "../desk.ts";
import type { ListItem, Priority } from "../types.ts";
import { deskWords } from "../words.ts";

/** What takes longer says that it is under way. */
const SLOW_MS = 500;

/** Does it; whether it was done. Whoever asked may wait for it; what failed can be tried again as it was. */
async function act(
  id: string,
  what: string,
  call: () => Promise<ListItem>,
  done?: (item: ListItem) => void,
): Promise<boolean> {
  const t = deskWords.value;
  let dismiss = () => {};
  const slow = setTimeout(() => dismiss = toast(t.underWay(what), { look: "busy" }), SLOW_MS);
  try {
    const item = await desk().act(id, call, (answer) => answer);
    done?.(item);
    return true;
  } catch (error) {
    toast(t.actionFailed(what, faultInWords(error)), {
      look: "danger",
      action: { label: t.retry, run: () => act(id, what, call, done) },
    });
    return false;
  } finally {
    clearTimeout(slow);
    dismiss();
  }
}

const undo = (run: () => unknown) => ({ action: { label: deskWords.value.undo, run } });

/** Resolves it. */
export function resolve(id: string): Promise<boolean> {
  const t = deskWords.value;
  return act(id, t.resolve, () => deskApi.resolve(id), () => toast(t.done.resolved, undo(() => reopen(id))));
}

/** Opens it again. */
export function reopen(id: string): Promise<boolean> {
  const t = deskWords.value;
  return act(id, t.reopen, () => deskApi.reopen(id), () => toast(t.done.reopened));
}

/** Sets it aside until then. */
export function snooze(id: string, until: Date): Promise<boolean> {
  const t = deskWords.value;
  return act(
    id,
    t.snooze,
    () => deskApi.snooze(id, until.toISOString()),
    () => toast(t.done.snoozed(formatFull(until.getTime())), undo(() => wake(id))),
  );
}

/** Takes it off hold. */
export function wake(id: string): Promise<boolean> {
  return act(id, deskWords.value.wake, () => deskApi.wake(id));
}

/** Gives it to somebody; null: to the queue. */
export function assign(id: string, agentId: string | null): Promise<boolean> {
  const t = deskWords.value;
  return act(
    id,
    t.assign,
    () => deskApi.assign(id, agentId),
    ({ assignee }) => toast(assignee === null ? t.done.unassigned : t.done.assigned(assignee.name)),
  );
}

/** Takes it over, from the AI or from whoever has it. */
export function takeOver(id: string): Promise<boolean> {
  return act(id, deskWords.value.takeOver, () => deskApi.take(id));
}

/** Gives it a tag. */
export function addTag(id: string, label: string): Promise<boolean> {
  return act(id, deskWords.value.tag, () => deskApi.addTag(id, label));
}

/** Takes a tag away. */
export function removeTag(id: string, label: string): Promise<boolean> {
  const t = deskWords.value;
  return act(id, t.removeTag(label), () => deskApi.removeTag(id, label));
}

/** Moves it to another inbox. */
export function transfer(id: string, inboxId: string | null): Promise<boolean> {
  const t = deskWords.value;
  return act(
    id,
    t.transfer,
    () => deskApi.transfer(id, inboxId),
    ({ inbox }) => toast(t.done.transferred(inbox?.name ?? t.noInbox)),
  );
}

/** Says how urgent it is. */
export function prioritise(id: string, priority: Priority): Promise<boolean> {
  return act(id, deskWords.value.priority, () => deskApi.prioritise(id, priority));
}

/** Marks it as read or unread. */
export function mark(id: string, read: boolean): Promise<boolean> {
  const t = deskWords.value;
  return act(id, read ? t.markRead : t.markUnread, () => deskApi.mark(id, read));
}

/** Marks it as read because it is looked at: nobody is told when that fails. */
export async function markSeen(id: string): Promise<void> {
  try {
    await desk().act(id, () => deskApi.mark(id, true), (item) => item);
  } catch {
    // It stays unread, and the next look marks it.
  }
}

/** Deletes a message for all; answers with why it failed. */
export async function deleteMessage(id: string, messageId: string): Promise<string | undefined> {
  try {
    await desk().act(id, () => deskApi.deleteMessage(id, messageId), (item) => item);
    toast(deskWords.value.done.deleted);
    return undefined;
  } catch (error) {
    return faultInWords(error);
  }
}

/** Copies something, and says so. */
export async function copy(text: string): Promise<void> {
  const t = deskWords.value;
  try {
    await navigator.clipboard.writeText(text);
    toast(t.copied);
  } catch {
    toast(t.copyFailed, { look: "danger" });
  }
}
