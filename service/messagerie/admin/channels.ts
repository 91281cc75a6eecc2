/**
 * The channels as supervisors see them, and a message that tries one out. Nothing secret is told.
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import { normalizeEmail, normalizePhone } from "../addresses.ts";
import { countAttempt } from "../accounts/guessing.ts";
import type { PersonActor } from "../actor.ts";
import type { ChannelSettings, Desk } from "../desk.ts";
import { DELIVERY_CODES } from "../outbound/delivery_codes.ts";
import type { OutboundProviders, SendOutcome } from "../outbound/provider.ts";
import { invalid, refuse } from "../refusals.ts";
import { noteChange } from "./audit.ts";
import { holdSupervisor } from "./hold_supervisor.ts";

/** What may be told of how messages leave. Null: that channel is not set up. */
export interface ChannelFacts {
  readonly email: { readonly from: string; readonly server: string } | null;
  readonly sms: { readonly from: string; readonly server: string } | null;
}

/** A channel as supervisors see it. */
export interface ChannelView {
  readonly channel: "email" | "sms";
  readonly available: boolean;
  /** Who messages come from; null without the channel. */
  readonly from: string | null;
  /** The server or provider that takes them: its name, no credentials. */
  readonly server: string | null;
  /** The inbox that its conversations go to; null: the first of the site. */
  readonly inboxId: string | null;
}

/** Both channels. */
export function listChannels(
  desk: { readonly channels: ChannelSettings; readonly channelFacts: ChannelFacts },
): ChannelView[] {
  return (["email", "sms"] as const).map((channel) => ({
    channel,
    ...desk.channels[channel],
    from: desk.channelFacts[channel]?.from ?? null,
    server: desk.channelFacts[channel]?.server ?? null,
  }));
}

/** What a provider said of a test. `unknown`: it may have taken it. */
export interface ChannelTest {
  readonly state: "accepted" | "refused" | "later" | "unknown";
  /** In words; null when it was accepted. */
  readonly reason: { readonly fr: string; readonly en: string } | null;
}

/** How long a person who pressed the button waits. */
const PATIENCE_MS = 20_000;
const TEXT = "Essai de la messagerie : ce canal envoie bien. / Support desk test: this channel works.";

/**
 * Sends a test message, past the queue, and tells what the provider answered.
 * @throws {Refusal} `MAIL_UNAVAILABLE`, `NUMBER_UNAVAILABLE`, `TOO_MANY_ATTEMPTS`; `INVALID_REQUEST` naming `to`
 */
export async function testChannel(
  desk: Pick<Desk, "store" | "env"> & { readonly providers: OutboundProviders },
  actor: PersonActor,
  channel: "email" | "sms",
  to: string,
): Promise<ChannelTest> {
  const { email, sms } = desk.providers;
  if (channel === "email" && email === undefined) throw refuse("MAIL_UNAVAILABLE");
  if (channel === "sms" && sms === undefined) throw refuse("NUMBER_UNAVAILABLE");
  const recipient = channel === "email" ? normalizeEmail(to) : normalizePhone(to, "FR");
  if (recipient === null) {
    const message = channel === "email"
      ? "Il faut une adresse e-mail."
      : "Il faut un numéro, comme +33612345678.";
    throw invalid({ field: "to", message });
  }
  await countAttempt(desk, [{ kind: "channel_test", of: actor.agentId }]);
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, actor);
    await noteChange(tx, desk.env, actor, { action: "channel.tested", subject: channel, detail: recipient });
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const key = uuidv7(desk.env);
  const outcome = channel === "email"
    ? await email?.send({
      recipient,
      key,
      senderName: "Messagerie",
      subject: "Essai de la messagerie",
      text: `${TEXT}\n`,
      html:
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"></head><body><p>${TEXT}</p></body></html>`,
      references: [],
    }, signal)
    : await sms?.send({ recipient, text: TEXT, messageId: key, part: 1 }, signal);
  return told(outcome ?? { kind: "unknown", code: "PROVIDER_ERROR" });
}

function told(outcome: SendOutcome): ChannelTest {
  return outcome.kind === "accepted"
    ? { state: "accepted", reason: null }
    : { state: outcome.kind, reason: DELIVERY_CODES[outcome.code] };
}
