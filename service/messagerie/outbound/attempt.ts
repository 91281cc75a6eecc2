/**
 * One attempt at one row: composed, looked for when an earlier attempt was cut short, and else handed over.
 * @module
 */
import type { DeskStore } from "../../../store/messagerie/open.ts";
import type { LeasedOutbound } from "../../../store/messagerie/outbound.ts";
import { earlierMailIds, knownProviderIds } from "../../../store/messagerie/outbound_outcome.ts";
import { composeEmail, MAX_REFERENCES } from "./compose_email.ts";
import type { OutboundProvider, OutboundProviders, SendOutcome } from "./provider.ts";
import { CLOCK_DOUBT_MS } from "./schedule.ts";
import { smsParts } from "./sms_text.ts";

/** What an attempt needs. */
export interface AttemptContext {
  readonly store: DeskStore;
  readonly providers: OutboundProviders;
  readonly signal: AbortSignal;
  /** Whether the lease is young enough to send under it: a process that was held up must not send what another has taken. */
  readonly mayStart: () => boolean;
}

/** Tries once. Writes nothing. */
export async function attemptOutbound(context: AttemptContext, row: LeasedOutbound): Promise<SendOutcome> {
  const { email, sms } = context.providers;
  if (row.channel === "email" && email !== undefined) {
    const references = await earlierMailIds(context.store.read, row, MAX_REFERENCES);
    return await handOver(context, row, email, composeEmail(row, references));
  }
  if (row.channel === "sms" && sms !== undefined) {
    const { recipient, messageId, part } = row;
    const text = smsParts(row.body)[part - 1] ?? "";
    return await handOver(context, row, sms, { recipient, messageId, part, text });
  }
  throw new Error(`no provider for the channel ${row.channel}`);
}

async function handOver<Message>(
  { store, signal, mayStart }: AttemptContext,
  row: LeasedOutbound,
  provider: OutboundProvider<Message>,
  message: Message,
): Promise<SendOutcome> {
  if (row.uncertain && provider.find !== undefined) {
    const answer = await provider.find(message, signal);
    if (answer.kind === "unknown") return answer;
    const recent = answer.candidates.filter(({ at }) => at >= row.createdAt - CLOCK_DOUBT_MS);
    const known = await knownProviderIds(store.read, recent.map(({ providerId }) => providerId));
    const ours = recent.filter(({ providerId }) => !known.has(providerId)).sort((a, b) => a.at - b.at)[0];
    if (ours !== undefined) return { kind: "accepted", providerId: ours.providerId, guessed: true };
  }
  if (row.deleted) return { kind: "refused", code: "MESSAGE_DELETED" };
  // Cut short before the provider heard of it: said as such, so that nothing has to be asked.
  if (signal.aborted || !mayStart()) return { kind: "later", code: "PROVIDER_UNREACHABLE" };
  return await provider.send(message, signal);
}
