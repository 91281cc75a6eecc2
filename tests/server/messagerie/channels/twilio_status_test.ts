import assert from "node:assert/strict";
import { silentLogger } from "../../../../base/log.ts";
import {
  channelSettings,
  outboundProviders,
  twilioStatusHandler,
} from "../../../../server/messagerie/channels/channels.ts";
import { isTwilioSignature, signTwilio } from "../../../../server/messagerie/channels/twilio_signature.ts";
import { TWILIO_STATUS_PATH } from "../../../../server/messagerie/channels/twilio_status.ts";
import { createOutboundWorker } from "../../../../service/messagerie/outbound/worker.ts";
import { deliveriesOf } from "../../../../store/messagerie/deliveries.ts";
import { ManualEnv } from "../../../service/messagerie/outbound/manual_env.ts";
import { OutboundDesk } from "../../../service/messagerie/outbound/outbound_desk.ts";
import { systemEnv } from "../../../../base/env.ts";
import { startTwilio, type TwilioStand } from "./twilio_stand.ts";

Deno.test("the signature is the documented one [@covers messagerie.outbound.sms]", () => {
  // The worked example of Twilio's documentation on securing requests.
  const form = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  });
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  assert.equal(signTwilio("12345", url, form), "RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  assert.equal(isTwilioSignature("RSOYDt4T1cUTdK1PDd93/VVr8B8=", "12345", url, form), true);
  const withPort = signTwilio("12345", "https://mycompany.com:443/myapp.php?foo=1&bar=2", form);
  assert.equal(isTwilioSignature(withPort, "12345", url, form), true);
  for (const wrong of ["", "RSOYDt4T1cUTdK1PDd93/VVr8B9=", "é".repeat(28)]) {
    assert.equal(isTwilioSignature(wrong, "12345", url, form), false);
  }
});

const PUBLIC = "https://aide.example/bureau";

function settingsOf(twilio: TwilioStand, publicUrl: string | null = PUBLIC) {
  const { accountSid, authToken, url } = twilio;
  return {
    mail: null,
    mailInbox: null,
    sms: { accountSid, authToken, from: "+33 7 00 00 00 00", url },
    smsInbox: null,
    publicUrl,
  };
}

/** A served handler behind "a proxy" that changes scheme, host and path; one SMS sent. */
async function setUp() {
  const twilio = startTwilio();
  const desk = await OutboundDesk.open(systemEnv);
  const settings = settingsOf(twilio);
  let woken = 0;
  const handler = twilioStatusHandler({
    store: desk.store,
    env: desk.env,
    log: silentLogger,
    wakeFeed: () => woken++,
    wakeOutbound: () => {},
  }, settings);
  assert.ok(handler);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  const base = `http://127.0.0.1:${server.addr.port}/ailleurs`;
  const no = await desk.conversation();
  await desk.reply(no, "Bonjour");
  const worker = createOutboundWorker({
    store: desk.store,
    env: desk.env,
    log: silentLogger,
    providers: outboundProviders(settings),
  });
  const delivery = async () => (await deliveriesOf(desk.store.read, no))[0];
  const until = async (state: string) => {
    while ((await delivery())?.state !== state) await systemEnv.sleep(5);
  };
  return {
    twilio,
    desk,
    base,
    worker,
    delivery,
    until,
    woken: () => woken,
    async [Symbol.asyncDispose]() {
      await worker.stop(0);
      await server.shutdown();
      await twilio[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
    },
  };
}

Deno.test("statuses come back through a proxy and move the delivery forward only [@covers messagerie.outbound.sms, messagerie.outbound.states]", async () => {
  await using world = await setUp();
  const { twilio, base } = world;
  await world.until("sent");
  const message = twilio.messages[0]!;
  assert.ok(message.statusCallback?.startsWith(`${PUBLIC}${TWILIO_STATUS_PATH}?message=`));
  assert.equal(message.from, "+33700000000");
  assert.equal((await twilio.callBack(message, "sent", base)).status, 204);
  assert.equal(world.woken(), 0, "nothing changed");
  assert.equal((await twilio.callBack(message, "delivered", base)).status, 204);
  assert.equal(world.woken(), 1);
  assert.equal((await world.delivery())?.state, "delivered");
  for (const late of ["queued", "sent", "undelivered", "failed"]) {
    assert.equal((await twilio.callBack(message, late, base)).status, 204);
  }
  assert.equal((await world.delivery())?.state, "delivered");
  assert.equal(world.woken(), 1);
});

for (
  const [status, error, code] of [
    ["undelivered", "30005", "RECIPIENT_INVALID"],
    ["failed", "30007", "MESSAGE_REFUSED"],
    ["undelivered", "99999", "RECIPIENT_UNREACHABLE"],
    ["failed", "", "RECIPIENT_UNREACHABLE"],
  ] as const
) {
  Deno.test(`${status} with error ${error || "none"}: failed, ${code} [@covers messagerie.outbound.sms, messagerie.outbound.states]`, async () => {
    await using world = await setUp();
    await world.until("sent");
    await world.twilio.callBack(
      world.twilio.messages[0]!,
      status,
      world.base,
      error ? { ErrorCode: error } : {},
    );
    const delivery = await world.delivery();
    assert.deepEqual([delivery?.state, delivery?.code], ["failed", code]);
    await world.twilio.callBack(world.twilio.messages[0]!, "sent", world.base);
    assert.equal((await world.delivery())?.state, "failed", "a late word does not undo it");
  });
}

Deno.test("a status settles a message whose acceptance was never written [@covers messagerie.outbound.crash]", async () => {
  const env = new ManualEnv();
  await using desk = await OutboundDesk.open(env);
  await using twilio = startTwilio();
  const settings = settingsOf(twilio);
  const no = await desk.conversation();
  await desk.reply(no, "Bonjour");
  const { promise, resolve } = Promise.withResolvers<Response>();
  const taken = Promise.withResolvers<void>();
  twilio.answer = (_, take) => {
    take();
    taken.resolve();
    return promise;
  };
  const wake = { wakeFeed: () => {}, wakeOutbound: () => {} };
  const handler = twilioStatusHandler({ store: desk.store, env, log: silentLogger, ...wake }, settings);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler!);
  const providers = outboundProviders(settings);
  const worker = createOutboundWorker({ store: desk.store, env, log: silentLogger, providers });
  await taken.promise;
  const base = `http://127.0.0.1:${server.addr.port}`;
  assert.equal((await twilio.callBack(twilio.messages[0]!, "delivered", base)).status, 204);
  assert.equal((await deliveriesOf(desk.store.read, no))[0]?.state, "delivered");
  const stopped = worker.stop(0);
  await env.advance(10);
  await stopped;
  resolve(new Response());
  assert.equal(
    (await deliveriesOf(desk.store.read, no))[0]?.state,
    "delivered",
    "the cut attempt does not undo it",
  );
  assert.equal(twilio.messages.length, 1);
  await server.shutdown();
});

Deno.test("a call that Twilio did not sign changes nothing [@covers messagerie.outbound.sms]", async () => {
  await using world = await setUp();
  await world.until("sent");
  const { base, twilio } = world;
  const message = twilio.messages[0]!;
  const url = message.statusCallback ?? "";
  const form = new URLSearchParams({ MessageSid: message.sid, MessageStatus: "failed" });
  const call = (init: RequestInit, search = new URL(url).search) =>
    fetch(base + search, { method: "POST", ...init });
  const signed = (signature: string): RequestInit => ({
    body: form,
    headers: { "x-twilio-signature": signature },
  });
  assert.equal((await call({ body: form })).status, 403);
  assert.equal((await call(signed(""))).status, 403);
  assert.equal((await call(signed(signTwilio("autre", url, form)))).status, 403);
  assert.equal((await call(signed(signTwilio(twilio.authToken, url, new URLSearchParams())))).status, 403);
  assert.equal(
    (await call(signed(signTwilio(twilio.authToken, url, form)), "?message=x&part=1")).status,
    403,
  );
  assert.equal(
    (await call(signed(signTwilio(twilio.authToken, base, form)))).status,
    403,
    "not the public URL",
  );
  assert.equal((await world.delivery())?.state, "sent");
  assert.equal((await fetch(base)).status, 405);
  assert.equal((await call({ body: "{}", headers: { "content-type": "application/json" } })).status, 415);
  const huge = new URLSearchParams({ a: "x".repeat(70_000) });
  assert.equal((await call({ body: huge })).status, 413);
});

Deno.test("a genuine call about something else is answered and changes nothing [@covers messagerie.outbound.sms]", async () => {
  await using world = await setUp();
  await world.until("sent");
  const message = { ...world.twilio.messages[0]!, statusCallback: `${PUBLIC}${TWILIO_STATUS_PATH}` };
  for (
    const [sid, status] of [["SMinconnu", "failed"], ["'; drop table outbound; --", "failed"], [
      message.sid,
      "???",
    ]]
  ) {
    const answer = await world.twilio.callBack({ ...message, sid: sid! }, status!, world.base);
    assert.equal(answer.status, 204);
  }
  assert.equal((await world.delivery())?.state, "sent");
});

Deno.test("channels as the settings have them; nothing secret is told [@covers messagerie.outbound.secrets]", async () => {
  await using twilio = startTwilio();
  const settings = settingsOf(twilio);
  assert.deepEqual(channelSettings(settings), {
    sms: { available: true, inboxId: null },
    email: { available: false, inboxId: null },
  });
  const desk = {
    store: null as never,
    env: systemEnv,
    log: silentLogger,
    wakeFeed: () => {},
    wakeOutbound: () => {},
  };
  assert.equal(twilioStatusHandler(desk, settingsOf(twilio, null)), null);
  assert.equal(twilioStatusHandler(desk, { ...settings, sms: null }), null);
  const own = { ...settings, sms: { ...settings.sms, url: null } };
  assert.notEqual(twilioStatusHandler(desk, own), null);
  assert.equal(
    twilioStatusHandler(desk, { ...own, publicUrl: "http://127.0.0.1:8810" }),
    null,
    "Twilio could not call",
  );
  assert.equal(outboundProviders(settings).email, undefined);
  assert.notEqual(outboundProviders(settings).sms, undefined);
});
