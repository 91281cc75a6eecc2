/**
 * Signing in: the same work and answer whoever is tried, hashes made anew, bounded hashing, limits on guessing shared by
 * processes, and no stranger who locks a person out.
 * @covers messagerie-web.accounts.constant-work
 * @covers messagerie-web.accounts.guessing
 * @covers messagerie-web.accounts.no-lock-out
 * @covers messagerie-web.accounts.hashing
 */
import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Refusal } from "../../../../base/refusal.ts";
import { delayAfter, waitInWords } from "../../../../service/messagerie/accounts/guessing.ts";
import { signIn } from "../../../../service/messagerie/accounts/sign_in.ts";
import { deriveKey } from "../../../../service/messagerie/directory/password.ts";
import { GUESSES, HASHES_AT_ONCE, HASHES_WAITING } from "../../../../service/messagerie/limits.ts";
import { attempt, openAccounts, PASSWORD, quickKey } from "./account_desk.ts";

const MINUTE = 60_000;

async function codeOf(work: Promise<unknown>): Promise<readonly [code: string, retryAfter?: unknown]> {
  try {
    await work;
    return ["in"];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.details === undefined ? [error.code] : [error.code, error.details["retryAfter"]];
  }
}

Deno.test("unknown, wrong, gone and never joined: one hash of today's cost each, and one answer", async () => {
  await using desk = await openAccounts();
  const answers: unknown[] = [];
  for (const login of ["personne", "sophie", "ines", "paul"]) {
    desk.hashes.length = 0;
    await signIn(desk, attempt(login, "autre chose encore")).catch((error) => answers.push(error.toJSON()));
    deepEqual(desk.hashes, [{ log2N: 15, r: 8, p: 3 }], login);
  }
  for (const login of ["ines", "paul"]) {
    deepEqual(
      await codeOf(signIn(desk, attempt(login))),
      ["SIGN_IN_REFUSED"],
      `${login}, the right password`,
    );
  }
  equal(answers.length, 4);
  for (const answer of answers) deepEqual(answer, answers[0]);
  desk.hashes.length = 0;
  equal((await signIn(desk, attempt(" SOPHIE "))).session.actor.name, "sophie", "case and blanks aside");
  equal(desk.hashes.length, 1);
});

Deno.test("a hash of another cost is made anew when its password is typed, and only then", async () => {
  await using desk = await openAccounts();
  const salt = new Uint8Array(16).fill(7);
  const old = await deriveKey(PASSWORD, salt, { log2N: 14, r: 8, p: 1 });
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const before = `scrypt$14$8$1$${text(salt)}$${text(old)}`;
  const stored = async () =>
    (await desk.store.read.selectFrom("agent").where("login", "=", "awa").select("password_hash")
      .executeTakeFirstOrThrow()).password_hash;
  await desk.store.write((tx) =>
    tx.updateTable("agent").set({ password_hash: before }).where("login", "=", "awa").execute()
  );
  await codeOf(signIn(desk, attempt("awa", "autre chose encore")));
  equal(await stored(), before);
  await signIn(desk, attempt("awa"));
  const after = await stored();
  match(after ?? "", /^scrypt\$15\$8\$3\$/);
  await signIn(desk, attempt("awa"));
  equal(await stored(), after, "today's is left alone");
});

Deno.test("only so many hashes are computed at once, so many wait, and the rest are told to come back", async () => {
  let running = 0;
  let most = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => release = resolve);
  await using desk = await openAccounts(async () => {
    most = Math.max(most, ++running);
    await gate;
    running--;
    return new Uint8Array(32);
  });
  const all = Array.from(
    { length: HASHES_AT_ONCE + HASHES_WAITING + 5 },
    () => codeOf(desk.passwords.verify("a", null)),
  );
  // Those beyond are refused at once: nothing has been released yet.
  const early = await Promise.all(all.slice(-5));
  deepEqual(early, Array(5).fill(["SERVER_BUSY", 2]));
  release();
  deepEqual(new Set((await Promise.all(all.slice(0, -5))).map(([code]) => code)), new Set(["in"]));
  equal(most, HASHES_AT_ONCE);
  deepEqual(await codeOf(desk.passwords.verify("a", null)), ["in"], "and then there is room again");
});

Deno.test("a hash is computed beside the event loop, which goes on meanwhile", async () => {
  await using desk = await openAccounts();
  let went = false;
  const timer = setTimeout(() => went = true, 0);
  await desk.passwords.verify("a", null);
  clearTimeout(timer);
  ok(went);
});

Deno.test("being busy is no failed attempt", async () => {
  let busy = true;
  await using desk = await openAccounts((...work) =>
    busy ? Promise.reject(new Error("no")) : deriveKey(...work)
  );
  for (let tries = 0; tries < 20; tries++) await rejects(signIn(desk, attempt("awa")), /no/);
  busy = false;
  equal((await codeOf(signIn(desk, attempt("awa"))))[0], "in");
});

Deno.test("after a few failures each one doubles the wait, up to a quarter of an hour; waiting costs no hash", async () => {
  await using desk = await openAccounts(quickKey);
  const wrong = () => codeOf(signIn(desk, attempt("awa", "autre chose encore")));
  const waits: number[] = [];
  for (let failure = 1; failure <= 20; failure++) {
    deepEqual(await wrong(), ["SIGN_IN_REFUSED"], `attempt ${failure}`);
    const [code, retryAfter] = await wrong();
    if (code === "SIGN_IN_REFUSED") {
      failure++;
      continue;
    }
    const hashes = desk.hashes.length;
    deepEqual(await codeOf(signIn(desk, attempt("awa"))), ["TOO_MANY_ATTEMPTS", retryAfter]);
    equal(desk.hashes.length, hashes, "not even the right password is looked at");
    waits.push(Number(retryAfter));
    desk.time += Number(retryAfter) * 1000;
  }
  deepEqual(waits.slice(0, 4), [1, 2, 4, 8]);
  equal(Math.max(...waits), 900);
  ok(waits.every((wait, at) => at === 0 || wait >= (waits[at - 1] ?? 0)));
  equal((await codeOf(signIn(desk, attempt("awa"))))[0], "in", "the right one after the wait");
  const free = async () => {
    let failures = 0;
    while ((await wrong())[0] === "SIGN_IN_REFUSED") failures++;
    return failures;
  };
  equal(await free(), GUESSES.login.free, "and all begins anew");
  desk.time += 59 * MINUTE;
  equal(await free(), 1, "within the hour it goes on where it was");
  desk.time += 61 * MINUTE;
  equal(await free(), GUESSES.login.free, "an hour without a failure forgets them");
});

Deno.test("two processes count together, and many attempts at once are no way around", async () => {
  await using desk = await openAccounts(quickKey);
  await using other = await desk.another();
  const tries = Array.from(
    { length: 40 },
    (_, at) => codeOf(signIn(at % 2 === 0 ? desk : other, attempt("awa", "autre chose encore"))),
  );
  const codes = (await Promise.all(tries)).map(([code]) => code);
  equal(codes.filter((code) => code === "SIGN_IN_REFUSED").length, GUESSES.login.free);
  equal(codes.filter((code) => code === "TOO_MANY_ATTEMPTS").length, 40 - GUESSES.login.free);
});

Deno.test("a stranger who guesses without end keeps nobody out of a browser that they signed in with", async () => {
  await using desk = await openAccounts(quickKey);
  const { device } = await signIn(desk, attempt("awa", PASSWORD, { network: "198.51.100.7" }));
  for (let failure = 0; failure < 30; failure++) {
    await codeOf(signIn(desk, attempt("awa", "autre chose encore")));
    desk.time += 20_000;
  }
  equal(
    (await codeOf(signIn(desk, attempt("awa", PASSWORD, { network: "203.0.113.9" }))))[0],
    "TOO_MANY_ATTEMPTS",
  );
  equal((await codeOf(signIn(desk, attempt("awa", PASSWORD, { network: "192.0.2.1", device }))))[0], "in");
  // The browser is known for its person alone, and does not let guess without end either.
  deepEqual(await codeOf(signIn(desk, attempt("sophie", "x", { device }))), ["SIGN_IN_REFUSED"]);
  let refused = 0;
  while (
    (await codeOf(signIn(desk, attempt("awa", "autre chose encore", { device }))))[0] === "SIGN_IN_REFUSED"
  ) {
    refused++;
  }
  equal(refused, GUESSES.device.free);
  // Nobody waits for ever: after an hour without a failure all is forgotten.
  desk.time += 61 * MINUTE;
  equal((await codeOf(signIn(desk, attempt("awa"))))[0], "in");
});

Deno.test("an address is slowed down over all logins, for a minute at most", async () => {
  await using desk = await openAccounts(quickKey);
  const spray = (at: number) => codeOf(signIn(desk, attempt(`personne-${at}`, "x")));
  let at = 0;
  while ((await spray(at))[0] === "SIGN_IN_REFUSED") at++;
  equal(at, GUESSES.address.free);
  for (let more = 0; more < 12; more++) {
    desk.time += 60_000;
    equal((await spray(at++))[0], "SIGN_IN_REFUSED");
  }
  deepEqual(await spray(at), ["TOO_MANY_ATTEMPTS", 60]);
  equal(
    (await codeOf(signIn(desk, attempt("awa", PASSWORD, { network: "203.0.113.9" }))))[0],
    "in",
    "others pass",
  );
});

Deno.test("a clock that goes back leaves nobody waiting", async () => {
  await using desk = await openAccounts(quickKey);
  for (let failure = 0; failure < 14; failure++) {
    await codeOf(signIn(desk, attempt("awa", "autre chose encore")));
    desk.time += 15 * MINUTE - 1;
  }
  equal((await codeOf(signIn(desk, attempt("awa", "x"))))[0], "SIGN_IN_REFUSED");
  equal((await codeOf(signIn(desk, attempt("awa"))))[0], "TOO_MANY_ATTEMPTS");
  desk.time -= 365 * 24 * 60 * MINUTE;
  equal((await codeOf(signIn(desk, attempt("awa"))))[0], "in");
});

Deno.test("what strangers type as a login is kept as a hash and forgotten", async () => {
  await using desk = await openAccounts(quickKey);
  const typed = "mon-mot-de-passe-par-erreur";
  await codeOf(signIn(desk, attempt(typed, "x")));
  const rows = await desk.store.read.selectFrom("guess").selectAll().execute();
  ok(rows.length === 2 && rows.every(({ key }) => !key.includes(typed)));
  desk.time += 61 * MINUTE;
  await codeOf(signIn(desk, attempt("autre", "x")));
  const later = await desk.store.read.selectFrom("guess").selectAll().execute();
  equal(later.length, 2);
  notEqual(later.map(({ key }) => key).sort().join(), rows.map(({ key }) => key).sort().join());
});

Deno.test("delayAfter() and waitInWords()", () => {
  deepEqual([0, 4, 5, 6, 14, 15, 1e9].map((failures) => delayAfter("login", failures)), [
    0,
    0,
    1_000,
    2_000,
    512_000,
    900_000,
    900_000,
  ]);
  equal(waitInWords(1).fr, "Trop d’essais : réessayez dans 1 seconde.");
  equal(waitInWords(59).en, "Too many attempts: try again in 59 seconds.");
  equal(waitInWords(61).fr, "Trop d’essais : réessayez dans 2 minutes.");
});
