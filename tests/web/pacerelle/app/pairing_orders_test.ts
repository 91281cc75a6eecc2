/**
 * Letting a device in, given up while it begins or goes on: what comes of it afterwards is of no try any more.
 * An offer that comes late or again begins no second try.
 * @covers pacerelle-web.app.orders
 */
import assert from "node:assert/strict";
import { LyingRelay } from "../../../e2e/pacerelle/lying_relay.ts";
import { TestRelay } from "../../../server/relay/harness.ts";
import { until } from "../../../until.ts";
import { FakeProfile, given } from "./fake_tabs.ts";

/** An account's device, and a new one that is connected and waits to be let in. */
async function atTheDoor(phone: FakeProfile, laptop: FakeProfile) {
  const old = phone.open();
  await old.until(({ phase }) => phase === "signed-out");
  await old.done("signUp", given("téléphone"));
  const fresh = laptop.open();
  await fresh.until(({ phase }) => phase === "signed-out");
  await fresh.done("logIn", given("portable"));
  await fresh.until(({ connection }) => connection.state === "connected");
  return { old, fresh };
}

Deno.test("what was given up while it began does not begin, on either side; what begins next goes its way", async () => {
  await using relay = await TestRelay.start();
  await using phone = new FakeProfile(relay.url);
  await using laptop = new FakeProfile(relay.url);
  const { old, fresh } = await atTheDoor(phone, laptop);
  const stepOf = ({ state: { pairing } }: typeof fresh) => pairing?.side === "new" ? pairing.step : undefined;

  await Promise.all([fresh.done("askDigits", {}), fresh.done("endPairing", {})]);
  assert.equal(stepOf(fresh), "idle");
  await fresh.done("askDigits", {});
  assert.equal(stepOf(fresh), "asked");

  const { devices } = await old.until(({ devices }) => !!devices?.some(({ wantsDigits }) => wantsDigits));
  const device = devices!.find(({ wantsDigits }) => wantsDigits)!.id;
  await Promise.all([old.done("beginDigits", { device }), old.done("endPairing", {})]);
  assert.equal(old.state.pairing, null);

  // Its answer had left: the device that waits begins anew.
  await fresh.until(() => stepOf(fresh) === "compare");
  await fresh.done("askDigits", {});
  await old.until(({ devices }) => !!devices?.some(({ wantsDigits }) => wantsDigits));
  await old.done("beginDigits", { device });
  const { pairing } = await fresh.until(({ pairing }) => pairing?.side === "new" && pairing.digits !== null);
  await old.until(({ pairing }) => pairing?.side === "old" && pairing.step === "type");
  assert.ok(pairing?.side === "new");
  await old.done("approveDigits", { digits: pairing.digits! });
  await fresh.done("confirmDigits", {});
  await fresh.until(({ phase }) => phase === "ready");
});

Deno.test("an offer that comes again once it was answered is none: what it would begin could not end", async () => {
  await using relay = await TestRelay.start();
  await using liar = new LyingRelay(relay.url);
  await using phone = new FakeProfile(liar.url);
  await using laptop = new FakeProfile(liar.url);
  const { old, fresh } = await atTheDoor(phone, laptop);

  const offers: { readonly endpoint: string; readonly frame: unknown }[] = [];
  liar.lies.down = (frame, endpoint) => {
    if (frame.type === "pairing" && JSON.parse(frame.body).step === "commit") {
      offers.push({ endpoint, frame });
    }
    return [frame];
  };
  await fresh.done("askDigits", {});
  const { devices } = await old.until(({ devices }) => !!devices?.some(({ wantsDigits }) => wantsDigits));
  await old.done("beginDigits", { device: devices!.find(({ wantsDigits }) => wantsDigits)!.id });
  await fresh.until(({ pairing }) => pairing?.side === "new" && pairing.step === "compare");
  await old.done("endPairing", {});

  const { endpoint, frame } = offers[0]!;
  liar.tell(endpoint, frame);
  // What comes after it is taken after it.
  let isTaken = false;
  liar.lies.answer = (route, answer) => {
    isTaken ||= route === "listDevices";
    return answer;
  };
  liar.tell(endpoint, { type: "changed", what: "devices" });
  await until(() => isTaken, "the frame after the offer");
  assert.ok(!old.state.devices!.some(({ wantsDigits }) => wantsDigits), "what was answered is offered again");
});
