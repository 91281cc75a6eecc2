/**
 * Showing the person something to answer or to watch.
 * @module
 */
import { type Issue, readInput } from "../../base/issues.ts";
import type { Env } from "../../base/env.ts";
import { newShortId } from "../../wire/ids.ts";
import { Widget } from "../../wire/widget.ts";
import { deliver, type Delivered, deliveredAs } from "./deliver.ts";
import type { Reply, SentWidget } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { refuse } from "./refusals.ts";
import { pendingRequest, replyState, standingReplies } from "./views.ts";
import { widgetWords } from "./widget_words.ts";

/** A widget as the assistant wrote it, not checked yet. */
export interface WidgetInput {
  readonly sourceMessageId: string;
  readonly widget: unknown;
}

/** A widget that was sent. */
export interface DeliveredWidget extends Delivered {
  readonly widgetId: string;
}

/**
 * Sends a widget. A progress widget with the id of one that this request has already updates it; any widget that equals
 * the latest one is the same message.
 * @throws {Refusal} WIDGET_INVALID with the field's path, MESSAGE_NOT_FOUND, ALREADY_PROCESSED, and what `deliver` refuses
 */
export async function sendWidget(
  inbox: Inbox,
  { sourceMessageId, widget: given }: WidgetInput,
  signal: AbortSignal,
): Promise<DeliveredWidget> {
  // Refused before anything that the turn would wait for.
  pendingRequest(inbox.state, sourceMessageId);
  const widget = readWidget(given);
  return await inbox.inTurn(
    sourceMessageId,
    signal,
    () => sendInTurn(inbox, sourceMessageId, widget, signal),
  );
}

async function sendInTurn(
  inbox: Inbox,
  sourceMessageId: string,
  widget: Widget,
  signal: AbortSignal,
): Promise<DeliveredWidget> {
  const request = pendingRequest(inbox.state, sourceMessageId);
  const replies = standingReplies(inbox, request.id);
  const { conversation, id: re } = request;

  const shown = replies.find((reply) => reply.widget !== undefined && reply.widget.id === widget.id);
  if (shown?.widget !== undefined) {
    if (isSame(shown.widget, widget)) return again(inbox, shown, shown.widget);
    if (shown.widget.kind !== "progress" || widget.kind !== "progress") {
      throw invalidWidget({
        field: "id",
        message: "Un autre widget de cette demande a déjà cet id : seule une progression se met à jour.",
      });
    }
    const { value, label, done } = widget;
    const body = {
      ref: shown.widget.id,
      value,
      ...(label === undefined ? {} : { label }),
      ...(done === undefined ? {} : { done }),
    };
    const update = { kind: "progress", re: shown.id, body } as const;
    return { ...await deliver(inbox, { conversation, content: update }, signal), widgetId: shown.widget.id };
  }

  const [latest] = replies;
  if (widget.id === undefined && latest?.widget !== undefined && isSame(latest.widget, widget)) {
    return again(inbox, latest, latest.widget);
  }
  const body: SentWidget = { ...widget, id: widget.id ?? newWidgetId(inbox.env) };
  const sent = await deliver(inbox, { conversation, content: { kind: "widget", re, body } }, signal);
  return { ...sent, widgetId: body.id };
}

function readWidget(given: unknown): Widget {
  const read = readInput(Widget, given);
  if (read.ok) return read.value;
  const [issue] = read.issues;
  throw invalidWidget({ field: issue?.field ?? "", message: widgetWords(issue?.message ?? "") });
}

function invalidWidget({ field, message }: Issue) {
  const path = field === "" ? "widget" : field;
  return refuse("WIDGET_INVALID", { path, message }, `Ce widget ne convient pas. ${path} : ${message}`);
}

function newWidgetId(env: Pick<Env, "randomBytes">): string {
  return `w-${newShortId(env).slice(0, 16)}`;
}

/** Whether a widget says what the one that was sent says; an id that was made here is not compared. */
function isSame(sent: SentWidget, widget: Widget): boolean {
  return JSON.stringify(ordered({ ...sent, id: "" })) === JSON.stringify(ordered({ ...widget, id: "" }));
}

/** Sorted by key: an update changes the order in which a progress widget's fields stand. */
function ordered(widget: object): readonly (readonly [string, unknown])[] {
  return Object.entries(widget).sort(([a], [b]) => a < b ? -1 : 1);
}

function again(inbox: Inbox, reply: Reply, widget: SentWidget): DeliveredWidget {
  return { ...deliveredAs(reply.id, replyState(inbox, reply).state, reply.at), widgetId: widget.id };
}
