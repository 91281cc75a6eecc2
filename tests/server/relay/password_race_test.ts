/**
 * Another password while somebody comes in by the old one: hashing takes a while, and what was right before it need not be
 * after it.
 * @covers pacerelle-web.account.password
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../../base/env.ts";
import { LoginThrottle } from "../../../server/relay/login_throttle.ts";
import { Nonces } from "../../../server/relay/nonces.ts";
import type { Principal } from "../../../server/relay/principal.ts";
import { sessionHandlers } from "../../../server/relay/routes/sessions.ts";
import type { RouteContext } from "../../../server/relay/routes/handler.ts";
import { findAccount, insertAccount, insertDevice, listDevices } from "../../../store/relay/accounts.ts";
import { openRelayStore } from "../../../store/relay/open.ts";
import { loginBytes } from "../../../wire/account.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";

const EMAIL = "ada@example.org";
const [OLD, NEXT, OTHER] = ["la vieille phrase", "la nouvelle phrase", "une autre encore"];
const hashOf = (password: string) => `h ${password}`;

/** The relay's sessions over a real database, with a hash that takes as long as a test wants. */
async function makeWorld() {
  const folder = await Deno.makeTempDir({ prefix: "race-" });
  const store = await openRelayStore({ url: `file:${folder}/relay.db`, env });
  const account = newId("account", env);
  const { identity } = await makeIdentity(env);
  const own = { id: newId("device", env), name: "Bureau", key: identity.key };
  await store.write(async (db) => {
    await insertAccount(db, {
      id: account,
      email: EMAIL,
      password_hash: hashOf(OLD),
      roster_version: 1,
      created_at: 1,
    });
    await insertDevice(db, { ...own, account, approved: 1, created_at: 1 });
  });
  const world = {
    isOutdated: false,
    /** Awaited before a hash is checked or made. */
    pause: (_password: string): Promise<void> => Promise.resolve(),
  };
  const context = {
    env,
    store,
    hub: { connectionOf: () => undefined, tell: () => {} },
    nonces: new Nonces(env),
    throttle: new LoginThrottle(env.monotonic),
    hasher: {
      isBusy: false,
      isOutdated: () => world.isOutdated,
      verify: async (password: string, stored: string | undefined) => {
        await world.pause(password);
        return stored === hashOf(password) || stored === `${hashOf(password)} again`;
      },
      hash: async (password: string) => {
        await world.pause(password);
        return world.isOutdated ? `${hashOf(password)} again` : hashOf(password);
      },
    },
  } as unknown as RouteContext;
  const principal: Principal = {
    kind: "device",
    endpoint: own.id,
    account,
    key: own.key,
    approved: true,
    credentialHash: "",
  };
  return Object.assign(world, {
    changePassword: (current: string, next: string) =>
      Promise.resolve(sessionHandlers.changePassword(context, principal, { current, next })),
    /** A new device comes in by a password. */
    logIn: async (password: string) => {
      const { identity } = await makeIdentity(env);
      const device = { id: newId("device", env), name: "Inconnu", key: identity.key };
      const nonce = context.nonces.issue();
      const proof = await identity.sign(loginBytes(nonce, EMAIL, device));
      return sessionHandlers.logIn(context, { address: "192.0.2.1" }, {
        email: EMAIL,
        password,
        device,
        nonce,
        proof,
      });
    },
    hash: async () => (await findAccount(store.read, account))?.password_hash,
    waiting: async () => (await listDevices(store.read, account)).filter(({ approved }) => !approved),
    async [Symbol.asyncDispose]() {
      await store.close();
      await Deno.remove(folder, { recursive: true });
    },
  });
}

const refused = (work: Promise<unknown>) =>
  assert.rejects(work, (error) => (error as { code?: string }).code === "LOGIN_REFUSED");

/** Holds the `nth` use of a hash for `password` until it is let go; `reached` when it stands there. */
function gate(password: string, nth = 1) {
  const reached = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let uses = 0;
  return {
    reached: reached.promise,
    open: () => open.resolve(),
    pause: async (given: string) => {
      if (given !== password || ++uses !== nth) return;
      reached.resolve();
      await open.promise;
    },
  };
}

Deno.test("who began to come in by the old password does not after it was changed", async () => {
  await using world = await makeWorld();
  const held = gate(OLD);
  world.pause = held.pause;
  const late = world.logIn(OLD);
  await held.reached;
  await world.changePassword(OLD, NEXT);
  held.open();
  await refused(late);
  assert.deepEqual(await world.waiting(), []);
});

Deno.test("an old hash that is made anew at log-in does not bring an old password back", async () => {
  await using world = await makeWorld();
  world.isOutdated = true;
  const held = gate(OLD, 2);
  world.pause = held.pause;
  const late = world.logIn(OLD);
  await held.reached;
  await world.changePassword(OLD, NEXT);
  held.open();
  await refused(late);
  assert.equal(await world.hash(), `${hashOf(NEXT)} again`);
});

Deno.test("two log-ins that make the same hash anew both come in", async () => {
  await using world = await makeWorld();
  world.isOutdated = true;
  await Promise.all([world.logIn(OLD), world.logIn(OLD)]);
  assert.equal((await world.waiting()).length, 2);
});

Deno.test("of two changes by the same old password one counts", async () => {
  await using world = await makeWorld();
  const held = gate(OTHER);
  world.pause = held.pause;
  const late = world.changePassword(OLD, OTHER);
  await held.reached;
  await world.changePassword(OLD, NEXT);
  held.open();
  await refused(late);
  assert.equal(await world.hash(), hashOf(NEXT));
});
