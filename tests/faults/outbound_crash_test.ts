/** Real processes, killed while they send through real sockets; the queue lives in a real file. */
import assert from "node:assert/strict";
import { systemEnv } from "../../base/env.ts";
import { silentLogger } from "../../base/log.ts";
import { outboundProviders } from "../../server/messagerie/channels/channels.ts";
import type { OutboundProvider } from "../../service/messagerie/outbound/provider.ts";
import { createOutboundWorker } from "../../service/messagerie/outbound/worker.ts";
import { startSmtp } from "../server/messagerie/channels/smtp_stand.ts";
import { startTwilio } from "../server/messagerie/channels/twilio_stand.ts";
import { OutboundDesk } from "../service/messagerie/outbound/outbound_desk.ts";
import { type CrashPoint, pacedEnv } from "./outbound_process.ts";

/** While nothing is being sent, a lease that nobody holds passes on after 1.8 s of real time. */
const FACTOR = 100;
/** After 6 s where processes compete: a machine under load must not make an attempt outlast its lease. */
const CALM_FACTOR = 30;
const KILLS = Deno.env.get("FAULTS") === "long" ? 60 : 4;
const SEED = Number(Deno.env.get("FAULTS_SEED") ?? Date.now() % 2 ** 31);

type Settings = Parameters<typeof outboundProviders>[0];
const NOTHING: Settings = { mail: null, mailInbox: null, sms: null, smsInbox: null, publicUrl: null };

function spawn(
  desk: OutboundDesk,
  settings: Settings,
  point: CrashPoint,
  factor = 1,
): Deno.ChildProcess {
  const script = new URL("./outbound_process.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--quiet",
      script,
      desk.url,
      JSON.stringify(settings),
      point,
      String(factor),
    ],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
}

/** Sends, in this process, all that is left; an attempt may take as long as a slow machine needs. */
async function recover(desk: OutboundDesk, settings: Settings): Promise<void> {
  const { env, atPace } = pacedEnv(FACTOR);
  const paced = <Message>(provider: OutboundProvider<Message> | undefined) => {
    if (provider === undefined) return undefined;
    const { send, find } = provider;
    return {
      send: (message: Message, signal: AbortSignal) => atPace(() => send.call(provider, message, signal)),
      ...(find && {
        find: (message: Message, signal: AbortSignal) => atPace(() => find.call(provider, message, signal)),
      }),
    };
  };
  const { sms, email } = outboundProviders(settings);
  const worker = createOutboundWorker({
    store: desk.store,
    env,
    log: silentLogger,
    providers: { sms: paced(sms), email: paced(email) },
  });
  while ((await desk.rows()).some((row) => row.state === "pending" || row.state === "in_flight")) {
    await systemEnv.sleep(20);
  }
  await worker.stop();
}

const POINTS = ["before_send", "while_sending", "after_send", "after_write"] as const;

for (const point of POINTS) {
  Deno.test(`SMS, killed ${point}: sent once, in order [@covers messagerie.outbound.crash]`, async () => {
    await using desk = await OutboundDesk.open(systemEnv);
    await using twilio = startTwilio();
    const { accountSid, authToken, url } = twilio;
    const settings = { ...NOTHING, sms: { accountSid, authToken, url, from: "+33700000000" } };
    const no = await desk.conversation("sms");
    await desk.reply(no, "un");
    await desk.reply(no, "deux");
    const child = spawn(desk, settings, point === "while_sending" ? "never" : point);
    if (point === "while_sending") {
      twilio.answer = (_, take) => {
        twilio.answer = () => undefined;
        take();
        child.kill("SIGKILL");
        return new Promise((resolve) => setTimeout(() => resolve(new Response()), 50));
      };
    }
    assert.equal((await child.status).signal, "SIGKILL");
    assert.equal(twilio.messages.length, point === "before_send" ? 0 : 1);
    await recover(desk, settings);
    assert.deepEqual(twilio.messages.map(({ body }) => body), ["un", "deux"]);
    assert.deepEqual(
      (await desk.rows()).map((row) => [row.state, row.provider_id]),
      twilio.messages.map(({ sid }) => ["sent", sid]),
    );
  });

  Deno.test(`e-mail, killed ${point}: never lost, in order, recognisable when it comes twice [@covers messagerie.outbound.crash]`, async () => {
    await using desk = await OutboundDesk.open(systemEnv);
    await using smtp = await startSmtp();
    const mail = { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from: "aide@boutique.example" };
    const settings = { ...NOTHING, mail };
    const no = await desk.conversation("email");
    const ids = [await desk.reply(no, "un"), await desk.reply(no, "deux")];
    const child = spawn(desk, settings, point === "while_sending" ? "never" : point);
    if (point === "while_sending") {
      smtp.beforeAccept = () => {
        smtp.beforeAccept = () => Promise.resolve();
        child.kill("SIGKILL");
        return Promise.resolve();
      };
    }
    assert.equal((await child.status).signal, "SIGKILL");
    await recover(desk, settings);
    // SMTP cannot be asked: only an acceptance that was not written yet may come twice, under one Message-ID.
    const [first, second] = ids.map((id) => `<${id}@boutique.example>`);
    const once = point === "before_send" || point === "after_write";
    assert.deepEqual(
      smtp.received.map((one) => one.mail.messageId),
      once ? [first, second] : [first, first, second],
    );
    assert.deepEqual(smtp.received.at(-1)?.mail.inReplyTo, first);
    assert.deepEqual((await desk.rows()).map((row) => row.state), ["sent", "sent"]);
  });
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

Deno.test(`two processes, killed ${KILLS} times at random moments (seed ${SEED}): every SMS once, in order [@covers messagerie.outbound.crash, messagerie.outbound.order]`, async () => {
  await using desk = await OutboundDesk.open(systemEnv);
  await using twilio = startTwilio();
  const { accountSid, authToken, url } = twilio;
  const settings = { ...NOTHING, sms: { accountSid, authToken, url, from: "+33700000000" } };
  const next = random(SEED);
  /** Two failures of a message at most, so that none waits for the long end of the schedule. */
  const failures = new Map<string, number>();
  twilio.answer = async (request, take) => {
    if (request.method !== "POST") return undefined;
    const roll = next();
    const body = twilio.requests.at(-1)?.form.get("Body") ?? "";
    const failed = failures.get(body) ?? 0;
    const fails = failed < 2 && roll < 0.25;
    if (fails) failures.set(body, failed + 1);
    const message = fails && roll < 0.15 ? undefined : take();
    await systemEnv.sleep(next() * 40);
    if (message === undefined || fails) return new Response(null, { status: 500 });
    return Response.json({ sid: message.sid }, { status: 201 });
  };
  const conversations: number[] = [];
  for (let n = 0; n < 10; n++) conversations.push(await desk.conversation("sms"));
  const per = 3 * KILLS;
  for (let n = 0; n < per; n++) {
    for (const no of conversations) await desk.reply(no, `${no}.${n}`, { recipient: `+336000000${no}0` });
  }
  const steady = spawn(desk, settings, "never", CALM_FACTOR);
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(desk, settings, "never", CALM_FACTOR);
    await systemEnv.sleep(300 + next() * 700);
    child.kill("SIGKILL");
    await child.status;
  }
  steady.kill("SIGKILL");
  await steady.status;
  await recover(desk, settings);
  assert.deepEqual([...new Set((await desk.rows()).map((row) => row.state))], ["sent"]);
  for (const no of conversations) {
    const bodies = twilio.messages.map(({ body }) => body).filter((body) => body.startsWith(`${no}.`));
    assert.deepEqual(bodies, Array.from({ length: per }, (_, n) => `${no}.${n}`));
  }
});
