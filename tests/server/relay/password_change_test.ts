/**
 * Another password for an account: told beside the present one, guessed no faster than at log-in.
 * @covers pacerelle-web.account.password
 */
import assert from "node:assert/strict";
import { call, credentials, logIn, makeDevice, PASSWORD, refuses, signUp, TestRelay } from "./harness.ts";

const NEXT = "une tout autre phrase, plus longue";

Deno.test("the new password opens the account and the old one does not; devices stay, those that wait go", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  await call(device, "changePassword", { current: PASSWORD, next: NEXT });
  // The session goes on.
  assert.deepEqual((await call(device, "listDevices", {})).devices.map(({ id }) => id), [device.id]);
  await refuses(call(waiting, "listDevices", {}), "UNAUTHORIZED");
  await refuses(call(device, "logIn", await credentials(device, PASSWORD)), "LOGIN_REFUSED");
  await call(device, "logIn", await credentials(device, NEXT));
});

Deno.test("without the present password nothing changes, and guesses are slowed down", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  for (let guess = 0; guess < 5; guess++) {
    await refuses(call(device, "changePassword", { current: `faux ${guess}`, next: NEXT }), "LOGIN_REFUSED");
  }
  await refuses(call(device, "changePassword", { current: PASSWORD, next: NEXT }), "TOO_MANY_ATTEMPTS");
  await call(device, "logIn", await credentials(device, PASSWORD));
});

Deno.test("a device that waits changes no password, and a short one is not taken", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  await refuses(call(waiting, "changePassword", { current: PASSWORD, next: NEXT }), "FORBIDDEN");
  await refuses(
    call(device, "changePassword", { current: PASSWORD, next: "onze lettre" }),
    "INVALID_REQUEST",
  );
});
