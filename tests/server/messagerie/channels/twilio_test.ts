import assert from "node:assert/strict";
import { createTwilioProvider } from "../../../../server/messagerie/channels/twilio.ts";
import { startTwilio, twilioError, type TwilioStand } from "./twilio_stand.ts";

const never = new AbortController().signal;
const FROM = "+33700000000";
const SMS = {
  recipient: "+33612345678",
  text: "Bonjour Léa 😀 & co = +1",
  messageId: "018f0000-0000-7000-8000-00000000000a",
  part: 2,
};

function providerOf(
  twilio: TwilioStand,
  options: { authToken?: string; from?: string; statusUrl?: string } = {},
) {
  return createTwilioProvider({
    accountSid: twilio.accountSid,
    authToken: options.authToken ?? twilio.authToken,
    from: options.from ?? FROM,
    url: twilio.url,
    statusUrl: options.statusUrl ?? null,
  });
}

Deno.test("an SMS is created as documented, with where to tell its status [@covers messagerie.outbound.sms]", async () => {
  await using twilio = startTwilio();
  const outcome = await providerOf(twilio, { statusUrl: "https://aide.example/api/channels/twilio/status" })
    .send(SMS, never);
  assert.deepEqual(outcome, { kind: "accepted", providerId: twilio.messages[0]?.sid });
  assert.deepEqual(Object.fromEntries(twilio.requests[0]?.form ?? []), {
    To: SMS.recipient,
    From: FROM,
    Body: SMS.text,
    StatusCallback: `https://aide.example/api/channels/twilio/status?message=${SMS.messageId}&part=2`,
  });
});

Deno.test("what is no telephone number is refused, and not even tried [@covers messagerie.outbound.sms]", async () => {
  await using twilio = startTwilio();
  // An import keeps what it cannot read as a number as it was written.
  for (
    const recipient of ["whatsapp:+33612345678", "client:lea", "06 12 34 56 78", "+33612345678,+33611111111"]
  ) {
    assert.deepEqual(await providerOf(twilio).send({ ...SMS, recipient }, never), {
      kind: "refused",
      code: "RECIPIENT_INVALID",
    });
  }
  assert.equal(twilio.requests.length, 0);
});

Deno.test("without a public address no status is asked for; a messaging service sends in place of a number [@covers messagerie.outbound.sms]", async () => {
  await using twilio = startTwilio();
  const service = "MG0123456789abcdef0123456789abcdef";
  await providerOf(twilio, { from: service }).send(SMS, never);
  assert.deepEqual(Object.fromEntries(twilio.requests[0]?.form ?? []), {
    To: SMS.recipient,
    MessagingServiceSid: service,
    Body: SMS.text,
  });
});

const ERRORS = [
  [400, 21211, { kind: "refused", code: "RECIPIENT_INVALID" }],
  [400, 21610, { kind: "refused", code: "RECIPIENT_UNSUBSCRIBED" }],
  [400, 21408, { kind: "refused", code: "REGION_NOT_ALLOWED" }],
  [400, 21606, { kind: "refused", code: "SENDER_REFUSED" }],
  [400, 99999, { kind: "refused", code: "MESSAGE_REFUSED" }],
  [401, 20003, { kind: "later", code: "PROVIDER_AUTH", afterMs: 0 }],
  [404, 20404, { kind: "later", code: "PROVIDER_ERROR", afterMs: 0 }],
  [429, 20429, { kind: "later", code: "PROVIDER_BUSY", afterMs: 0 }],
  [500, 20500, { kind: "unknown", code: "PROVIDER_ERROR" }],
  [503, 20503, { kind: "unknown", code: "PROVIDER_ERROR" }],
] as const;

for (const [status, code, expected] of ERRORS) {
  Deno.test(`status ${status} with code ${code}: ${expected.kind} ${expected.code} [@covers messagerie.outbound.sms, messagerie.outbound.retries]`, async () => {
    await using twilio = startTwilio();
    twilio.answer = () => twilioError(status, code);
    assert.deepEqual(await providerOf(twilio).send(SMS, never), expected);
  });
}

const ODD: readonly (readonly [name: string, answer: () => Response])[] = [
  ["a body that is no JSON", () => new Response("<html>", { status: 201 })],
  ["a body without an id", () => Response.json({ status: "queued" }, { status: 201 })],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "/ailleurs" } })],
  [
    "an endless body",
    () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) }), {
        status: 201,
      }),
  ],
];

for (const [name, answer] of ODD) {
  Deno.test(`${name}: Twilio may have taken it [@covers messagerie.outbound.crash]`, async () => {
    await using twilio = startTwilio();
    twilio.answer = answer;
    assert.equal((await providerOf(twilio).send(SMS, never)).kind, "unknown");
    assert.equal(twilio.requests.length, 1, "a redirect is not followed");
  });
}

Deno.test("an error body that is no JSON is read by its status [@covers messagerie.outbound.sms]", async () => {
  await using twilio = startTwilio();
  twilio.answer = () => new Response("<html>", { status: 400 });
  assert.deepEqual(await providerOf(twilio).send(SMS, never), { kind: "refused", code: "MESSAGE_REFUSED" });
});

Deno.test("Retry-After is passed on [@covers messagerie.outbound.retries]", async () => {
  await using twilio = startTwilio();
  twilio.answer = () => twilioError(429, 20429, { "retry-after": "42" });
  assert.deepEqual(await providerOf(twilio).send(SMS, never), {
    kind: "later",
    code: "PROVIDER_BUSY",
    afterMs: 42_000,
  });
});

Deno.test("an answer that never comes is given up when the attempt is cut, and found afterwards [@covers messagerie.outbound.crash]", async () => {
  await using twilio = startTwilio();
  const cut = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Response>();
  twilio.answer = (request, take) => {
    if (request.method !== "POST") return undefined;
    take();
    cut.abort();
    return promise;
  };
  const provider = providerOf(twilio);
  assert.deepEqual(await provider.send(SMS, cut.signal), { kind: "unknown", code: "PROVIDER_UNREACHABLE" });
  resolve(new Response());
  const found = await provider.find?.(SMS, never);
  assert.ok(found?.kind === "found");
  assert.deepEqual(found.candidates.map(({ providerId }) => providerId), [twilio.messages[0]?.sid]);
  assert.ok(Math.abs((found.candidates[0]?.at ?? 0) - Date.now()) < 60_000);
});

Deno.test("only the same text, to the same number, from the same number is found [@covers messagerie.outbound.crash]", async () => {
  await using twilio = startTwilio();
  const provider = providerOf(twilio);
  await provider.send({ ...SMS, text: "Autre" }, never);
  await provider.send({ ...SMS, recipient: "+33611111111" }, never);
  await providerOf(twilio, { from: "+33711111111" }).send(SMS, never);
  const find = async () => await provider.find?.(SMS, never);
  assert.deepEqual(await find(), { kind: "found", candidates: [] });
  twilio.messages.push({ ...twilio.messages[0]!, sid: "SMin", body: SMS.text, direction: "inbound" });
  assert.deepEqual(await find(), { kind: "found", candidates: [] });
  await provider.send(SMS, never);
  const found = await find();
  assert.ok(found?.kind === "found");
  assert.equal(found.candidates.length, 1);
});

Deno.test("a list that cannot be had leaves the question open [@covers messagerie.outbound.crash]", async () => {
  await using twilio = startTwilio();
  const find = async () => await providerOf(twilio).find?.(SMS, never);
  for (
    const answer of [
      () => twilioError(500, 20500),
      () => new Response("?"),
      () => Response.json({ messages: 1 }),
    ]
  ) {
    twilio.answer = answer;
    assert.deepEqual(await find(), { kind: "unknown", code: "PROVIDER_ERROR" });
  }
});

Deno.test("nobody listens: the question is left open too [@covers messagerie.outbound.sms]", async () => {
  const twilio = startTwilio();
  await twilio[Symbol.asyncDispose]();
  const provider = providerOf(twilio);
  const expected = { kind: "unknown", code: "PROVIDER_UNREACHABLE" };
  assert.deepEqual(await provider.send(SMS, never), expected);
  assert.deepEqual(await provider.find?.(SMS, never), expected);
});
