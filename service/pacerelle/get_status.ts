/**
 * How things stand, truly: connected only while the relay is heard (contract: pacerelle §1).
 * @module
 */
import type { Alert } from "../../wire/endpoint/alerts.ts";
import type { OutgoingMessage } from "../../wire/endpoint/records.ts";
import { alertSentence } from "./alert_words.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { nextStep } from "./next_step.ts";
import { connectionSentence } from "./refused_connection.ts";
import { isoTime, isoTimeOrNull } from "./views.ts";

/** A send of which nobody knows whether the relay has it. */
export interface UncertainSend {
  readonly messageId: string;
  readonly sourceMessageId: string | null;
  readonly kind: string;
  readonly at: string;
}

/** The answer of `get_status`. Times are ISO, bytes are the state file's. */
export interface Status {
  readonly agent: { readonly id: string; readonly name: string | null };
  readonly connection: {
    readonly state: "connected" | "connecting" | "offline" | "refused";
    readonly since: string;
    readonly lastReceivedAt: string | null;
    readonly lastAcknowledgedAt: string | null;
    readonly error?: Readonly<Record<string, unknown>>;
  };
  readonly pending: { readonly count: number; readonly oldestAt: string | null };
  readonly uncertainSends: readonly UncertainSend[];
  readonly queuedSends: number;
  readonly checkpoints: number;
  readonly store: Readonly<Record<string, unknown>>;
  /** What the person should know; left out when there is nothing. */
  readonly alerts?: readonly Readonly<Record<string, unknown>>[];
  /** The one thing to do now. */
  readonly next: string;
}

/** Kinds that a person sees: receipts and the like are the channel's own business. */
const SHOWN: ReadonlySet<string> = new Set(["message", "widget", "progress"]);

/** How things stand. */
export function getStatus(inbox: Inbox): Status {
  const { state, channel, facts } = inbox;
  const { status } = channel;
  const uncertain: OutgoingMessage[] = [];
  let queuedSends = 0;
  for (const message of channel.outbox) {
    if (!SHOWN.has(message.content.kind)) continue;
    const sent = channel.sendStateOf(message.id)?.state;
    if (sent === "uncertain") uncertain.push(message);
    if (sent === "queued") queuedSends++;
  }
  const [oldest] = state.pending.values();
  const alerts = channel.alerts.map(alertView);
  return {
    agent: { id: channel.self, name: state.agentName },
    connection: {
      state: status.state,
      since: isoTime(status.since),
      lastReceivedAt: isoTimeOrNull(state.lastReceivedAt),
      lastAcknowledgedAt: isoTimeOrNull(inbox.lastAcknowledgedAt),
      ...(status.error === null || status.state === "connected" ? {} : { error: errorView(status.error) }),
    },
    pending: { count: state.pending.size, oldestAt: oldest === undefined ? null : isoTime(oldest.at) },
    uncertainSends: uncertain.map(({ id, at, content }) => ({
      messageId: id,
      sourceMessageId: sourceOf(inbox, content),
      kind: content.kind,
      at: isoTime(at),
    })),
    queuedSends,
    checkpoints: state.checkpoints.size,
    store: { ...facts },
    ...(alerts.length > 0 ? { alerts } : {}),
    next: nextStep({
      status,
      alert: channel.alerts[0],
      uncertain: uncertain.length,
      queued: queuedSends,
      pending: state.pending.size,
      checkpoints: state.checkpoints.size,
    }),
  };
}

/** The request behind what was sent; an update of a widget names the widget. */
function sourceOf({ state }: Inbox, { kind, re }: OutgoingMessage["content"]): string | null {
  if (re === undefined) return null;
  const about = kind === "progress" ? state.entry(re) : undefined;
  return about?.kind === "reply" ? about.source : re;
}

function errorView(error: NonNullable<Inbox["channel"]["status"]["error"]>) {
  const { code, holder } = error;
  return {
    code,
    message: connectionSentence(error),
    ...(holder === undefined ? {} : { holder: { client: holder.client, since: isoTime(holder.since) } }),
  };
}

function alertView(alert: Alert) {
  const { kind, peer, since } = alert;
  return { kind, since: isoTime(since), ...(peer === null ? {} : { peer }), message: alertSentence(kind) };
}
