/**
 * A device let in by six digits, at a real relay; and a relay between the two that tries to be let in instead.
 * @covers pacerelle-web.pairing.digits, pacerelle.channel.devices
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { Refusal } from "../../../../base/refusal.ts";
import { createAgent, findAgent } from "../../../../service/pacerelle/chat/agents.ts";
import type { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import { listDevices } from "../../../../service/pacerelle/chat/devices.ts";
import { AnsweredDigits, AskedDigits, readStep } from "../../../../service/pacerelle/chat/digits.ts";
import { logIn, signUp } from "../../../../service/pacerelle/chat/sign_in.ts";
import { makeIdentity } from "../../../../wire/identity.ts";
import { commitPairing, type PairingStep } from "../../../../wire/pairing.ts";
import { TestRelay } from "../../../server/relay/harness.ts";
import { given, MemoryDevice } from "./memory_device.ts";
import { PATIENCE_MS, until } from "../../../until.ts";

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.code, code);
  return true;
};

type Commit = Extract<PairingStep, { step: "commit" }>;

/** A device of an account and a new one that waits, both connected; steps that each gets are kept. */
class Pair implements AsyncDisposable {
  readonly relay: TestRelay;
  old!: Chat;
  fresh!: Chat;
  readonly atOld: PairingStep[] = [];
  readonly atFresh: PairingStep[] = [];

  private constructor(relay: TestRelay) {
    this.relay = relay;
  }

  static async make(): Promise<Pair> {
    const pair = new Pair(await TestRelay.start());
    const keep = (into: PairingStep[]) => ({
      onPairing: (from: string, body: string) => {
        const step = readStep(from, body);
        if (step) into.push(step);
      },
    });
    pair.old = await new MemoryDevice().open(pair.relay.url, keep(pair.atOld));
    await signUp(pair.old, given("bureau"));
    await createAgent(pair.old, "Robot");
    await pair.old.connect();
    pair.fresh = await new MemoryDevice().open(pair.relay.url, keep(pair.atFresh));
    await logIn(pair.fresh, given("telephone"));
    (await pair.fresh.endpoint()).start();
    await pair.fresh.connect();
    return pair;
  }

  async got<Name extends PairingStep["step"]>(
    chat: Chat,
    name: Name,
  ): Promise<Extract<PairingStep, { step: Name }>> {
    const into = chat === this.old ? this.atOld : this.atFresh;
    const find = () => into.find(({ step }) => step === name);
    await until(() => find() !== undefined, `step ${name}`);
    return find() as Extract<PairingStep, { step: Name }>;
  }

  /** Up to the digits, on both sides. */
  async meet(commit?: Commit): Promise<{ asked: AskedDigits; answered: AnsweredDigits }> {
    const asked = await AskedDigits.begin(this.fresh);
    await asked.offer();
    const answered = await AnsweredDigits.begin(this.old, commit ?? await this.got(this.old, "commit"));
    assert.equal(await asked.take(await this.got(this.fresh, "answer")), true);
    return { asked, answered };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fresh.close();
    await this.old.close();
    await this.relay[Symbol.asyncDispose]();
  }
}

Deno.test("the same six digits on both sides let the device in; agents come with it", async () => {
  await using pair = await Pair.make();
  const { asked, answered } = await pair.meet();
  assert.equal(answered.isReady, false);
  await assert.rejects(answered.approve("000000"), refused("PAIRING_OVER"));
  assert.equal(await answered.take(await pair.got(pair.old, "reveal")), true);
  assert.match(asked.digits ?? "", /^\d{6}$/);
  assert.deepEqual(asked.answeredBy, { id: pair.old.self, name: "bureau" });
  const progress: string[] = [];
  const [entered, approved] = await Promise.all([
    asked.enter(PATIENCE_MS),
    // As people type it.
    answered.approve(` ${asked.digits!.slice(0, 3)} ${asked.digits!.slice(3)}`, (sent, parts) => {
      progress.push(`${sent}/${parts}`);
    }),
  ]);
  assert.equal(entered, true);
  assert.equal(approved.name, "telephone");
  await pair.fresh.renewEndpoint();
  await pair.fresh.connect();
  assert.ok(await pair.fresh.until(() => pair.fresh.state.isHandedOver, PATIENCE_MS));
  assert.equal(findAgent(pair.fresh, "Robot").name, "Robot");
  assert.ok(progress.length > 0);
  assert.deepEqual(
    (await listDevices(pair.old)).map(({ name, standing }) => [name, standing]).toSorted(),
    [["bureau", "roster"], ["telephone", "roster"]],
  );
});

Deno.test("wrong digits let nobody in, and one try has one guess", async () => {
  await using pair = await Pair.make();
  const { asked, answered } = await pair.meet();
  await answered.take(await pair.got(pair.old, "reveal"));
  const wrong = asked.digits === "000000" ? "000001" : "000000";
  await assert.rejects(answered.approve(wrong), refused("DIGITS_WRONG"));
  await assert.rejects(answered.approve(asked.digits!), refused("PAIRING_OVER"));
  assert.equal(await asked.enter(50), false);
  assert.equal(pair.fresh.state.isApproved, false);
});

Deno.test("somebody between the two who commits to a key of his own is shown other digits", async () => {
  await using pair = await Pair.make();
  // The relay takes the new device's place towards the old one, and the old one's towards the new one.
  const { identity } = await makeIdentity(systemEnv);
  const liar = await commitPairing(systemEnv, pair.fresh.self, identity.key);
  const { asked, answered } = await pair.meet(liar.commit);
  assert.equal(await answered.take(liar.reveal), true);
  await assert.rejects(answered.approve(asked.digits!), refused("DIGITS_WRONG"));
  assert.equal((await listDevices(pair.old)).length, 2);
  assert.equal(pair.old.state.endpoint.roster!.roster.devices.length, 1);
});

Deno.test("what is revealed must be what was committed to, from the device that committed, once", async () => {
  await using pair = await Pair.make();
  const { asked, answered } = await pair.meet();
  const reveal = await pair.got(pair.old, "reveal");
  const { identity } = await makeIdentity(systemEnv);
  await assert.rejects(answered.take({ ...reveal, key: identity.key }), refused("DIGITS_WRONG"));
  assert.equal(answered.isReady, false);
  assert.equal(await answered.take(reveal), false, "the first one counted");
  // A second answer changes no digits.
  const before = asked.digits;
  const answer = await pair.got(pair.fresh, "answer");
  assert.equal(await asked.take({ ...answer, key: identity.key }), false);
  assert.equal(asked.digits, before);
});

Deno.test("digits cover the list of devices: another chain than the approving device's is not entered", async () => {
  await using pair = await Pair.make();
  const asked = await AskedDigits.begin(pair.fresh);
  await asked.offer();
  await AnsweredDigits.begin(pair.old, await pair.got(pair.old, "commit"));
  const answer = await pair.got(pair.fresh, "answer");
  const { identity } = await makeIdentity(systemEnv);
  // A key that is not the one which stands in the named roster under that name.
  await asked.take({ ...answer, key: identity.key });
  await assert.rejects(asked.enter(PATIENCE_MS), refused("ROSTER_UNTRUSTED"));
  const other = await AskedDigits.begin(pair.fresh);
  await other.offer();
  await other.take({ ...answer, roster: identity.key });
  await assert.rejects(other.enter(1_000), refused("ROSTER_UNTRUSTED"));
});

Deno.test("a device that waits itself answers nobody, so that a stolen password ends no try", async () => {
  await using pair = await Pair.make();
  const asked = await AskedDigits.begin(pair.fresh);
  await asked.offer();
  await using thief = await new MemoryDevice().open(pair.relay.url);
  await logIn(thief, given("voleur"));
  await asked.offer();
  await AnsweredDigits.begin(pair.old, await pair.got(pair.old, "commit"));
  const answer = await pair.got(pair.fresh, "answer");
  const { key } = await thief.endpoint();
  assert.equal(await asked.take({ ...answer, device: thief.self, key }), false);
  assert.equal(await asked.take(answer), true);
});

Deno.test("a step speaks for its sender alone", () => {
  const device = "device_" + "a".repeat(32);
  const other = "device_" + "b".repeat(32);
  const step = { step: "commit", device, commitment: "A".repeat(43) };
  assert.deepEqual(readStep(device, JSON.stringify(step)), step);
  assert.equal(readStep(other, JSON.stringify(step)), undefined);
  assert.equal(readStep(device, "{"), undefined);
  assert.equal(readStep(device, JSON.stringify({ step: "other", device })), undefined);
});
