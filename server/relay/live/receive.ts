/**
 * What a welcomed endpoint sends, frame by frame.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { standingOf } from "../../../store/relay/envelopes.ts";
import type { Envelope } from "../../../wire/envelope.ts";
import type { ClientFrame } from "../../../wire/live.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import { MAX_UNANSWERED } from "../limits.ts";
import type { Connection } from "./connection.ts";
import type { Frame, LiveContext } from "./context.ts";

/** Whether a frame acknowledges what was delivered and no more: the window bounds these, and emptying a queue is no flood. */
function isAwaited(connection: Connection, frame: ClientFrame | undefined): boolean {
  return frame?.type === "ack" && frame.items.every(({ from, id }) => connection.awaits(from, id));
}

/** Handles one frame; undefined stands for one that could not be read. */
export function receive(context: LiveContext, connection: Connection, frame: ClientFrame | undefined): void {
  const { hub } = context;
  const { account, endpoint } = connection.principal;
  hub.heard(connection);
  const retryAfterMs = isAwaited(connection, frame) ? 0 : context.frameRate.take(endpoint);
  if (retryAfterMs > 0) return connection.end("RATE_LIMITED", { retryAfterMs });
  if (frame === undefined || frame.type === "hello") return connection.end("INVALID_REQUEST");
  switch (frame.type) {
    case "ping":
      return connection.send({ type: "pong", t: frame.t });
    case "pong":
      return;
    case "pairing":
      return passPairing(context, connection, frame);
  }
  // A device that waits for approval may do no more.
  if (!hub.isEndpoint(account, endpoint)) return connection.end("FORBIDDEN");
  switch (frame.type) {
    case "submit":
      return submit(context, connection, frame);
    case "ack":
      return acknowledge(context, connection, frame);
    case "ask":
      answerAsk(context, connection, frame).catch(() => connection.end("UNAVAILABLE"));
  }
}

function passPairing(context: LiveContext, connection: Connection, { to, body }: Frame<"pairing">): void {
  const { account, endpoint, kind } = connection.principal;
  const target = context.hub.connectionOf(to);
  if (kind !== "device" || target?.principal.account !== account || !target.ready) return;
  target.send({ type: "pairing", from: endpoint, body });
}

/** Why an envelope cannot be taken, before anything is stored. */
function refusalOf(
  context: LiveContext,
  connection: Connection,
  envelope: Envelope,
): { readonly code: RelayErrorCode; readonly retryAfterMs?: number } | undefined {
  const { account, endpoint } = connection.principal;
  if (envelope.from !== endpoint || envelope.to === endpoint) return { code: "FORBIDDEN" };
  if (!context.hub.isEndpoint(account, envelope.to)) return { code: "RECIPIENT_UNKNOWN" };
  if (connection.unanswered >= MAX_UNANSWERED) return { code: "RATE_LIMITED", retryAfterMs: 1_000 };
  const retryAfterMs = context.endpointRate.take(endpoint) || context.accountRate.take(account);
  return retryAfterMs > 0 ? { code: "RATE_LIMITED", retryAfterMs } : undefined;
}

function submit(
  context: LiveContext,
  connection: Connection,
  { envelope, quiet }: Frame<"submit">,
): void {
  const { to, id } = envelope;
  const refused = (code: RelayErrorCode, retryAfterMs?: number) => {
    context.log.info("refused", { from: connection.endpoint, to, id, code });
    connection.send({ type: "refused", to, id, code, ...(retryAfterMs ? { retryAfterMs } : {}) });
  };
  const refusal = refusalOf(context, connection, envelope);
  if (refusal) return refused(refusal.code, refusal.retryAfterMs);
  connection.unanswered++;
  const body = JSON.stringify(envelope);
  context.ledger.submit({
    sender: connection.endpoint,
    recipient: to,
    id,
    n: envelope.n,
    body,
    quiet: quiet === true,
  }).then(
    (result) => {
      connection.unanswered--;
      if (result.outcome === "full") return refused("QUEUE_FULL");
      context.log.debug("submitted", { from: connection.endpoint, to, id, bytes: body.length });
      connection.send({ type: "submitted", to, id, at: result.at });
    },
    (error) => {
      connection.unanswered--;
      const retryAfterMs = error instanceof Refusal ? Number(error.details?.retryAfterMs ?? 0) : 0;
      refused("UNAVAILABLE", retryAfterMs);
    },
  );
}

function acknowledge(context: LiveContext, connection: Connection, { items }: Frame<"ack">): void {
  for (const { from, id, outcome } of items) {
    context.ledger.acknowledge({
      sender: from,
      recipient: connection.endpoint,
      id,
      unreadable: outcome === "unreadable",
    }).catch(() => {}); // Logged by the ledger; the envelope comes again after reconnecting.
    connection.settled(from, id);
  }
}

async function answerAsk(
  context: LiveContext,
  connection: Connection,
  { items }: Frame<"ask">,
): Promise<void> {
  // What was handed over on this or an earlier connection is settled before the answer.
  await context.ledger.settled();
  const names = items.map(({ to, id }) => ({ sender: connection.endpoint, recipient: to, id }));
  const states = await standingOf(context.store.read, names);
  connection.send({
    type: "standing",
    items: items.map((item, index) => ({ ...item, state: states[index] ?? "unknown" })),
  });
}
