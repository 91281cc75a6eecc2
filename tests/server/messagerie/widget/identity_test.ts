/**
 * Signed identities, and every way in which one may lie.
 * @covers messagerie-web.widget.identity
 * @covers messagerie-web.widget.identity-merge
 * @covers messagerie-web.widget.identity-rotation
 */
import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { deleteIdentitySecret } from "../../../../service/messagerie/sites/identity_secrets.ts";
import { changeSite } from "../../../../service/messagerie/sites/manage_sites.ts";
import { KEY, openWorld, ORIGIN, siteNow, type World } from "./widget_world.ts";

type Claims = Readonly<Record<string, unknown>>;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs by hand: a library would refuse to make what has to be refused. */
function jwt(
  claims: Claims,
  secret: string,
  header: Claims = { alg: "HS256", typ: "JWT" },
  hash = "sha256",
): string {
  const head = `${encode(header)}.${encode(claims)}`;
  return `${head}.${createHmac(hash, secret).update(head).digest("base64url")}`;
}

async function contacts(world: World) {
  return await world.desk.store.read.selectFrom("contact").selectAll().orderBy("no").execute();
}

const now = (world: World) => Math.floor(world.desk.time / 1000);

Deno.test("a good identity names the contact, by what it says and no more", async () => {
  await using world = await openWorld();
  const secret = await world.newSecret();
  const page = world.page();
  const claims = {
    sub: "u-1",
    name: "Ada L.",
    email: "ada@exemple.fr",
    phone: "06 12 34 56 78",
    exp: now(world) + 60,
  };
  const { status, body } = await page.post("/identity", { jwt: jwt(claims, secret) });
  assert.deepEqual([status, body.data], [200, { identified: true, ignored: [] }]);
  const [card] = await contacts(world);
  assert.deepEqual(
    [card!.external_id, card!.name, card!.email, card!.phone, card!.identified],
    ["u-1", "Ada L.", "ada@exemple.fr", "+33612345678", 1],
  );
  // What is not claimed stays; what says nothing usable is told to the developer and changes nothing.
  const again = await page.post("/identity", {
    jwt: jwt({ sub: "u-1", email: "not an address", aud: world.site.key, exp: now(world) + 60 }, secret),
  });
  assert.deepEqual(again.body.data.ignored, ["email"]);
  assert.deepEqual((await contacts(world)).map(({ name, email }) => [name, email]), [[
    "Ada L.",
    "ada@exemple.fr",
  ]]);
});

Deno.test("a lie is refused with words for the developer, and changes nothing", async () => {
  await using world = await openWorld();
  const secret = await world.newSecret();
  const other = await world.desk.site({ name: "Autre" });
  const exp = now(world) + 60;
  const good = { sub: "u-1", exp };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rsaHead = `${encode({ alg: "RS256" })}.${encode(good)}`;
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const [head, , signature] = jwt(good, secret).split(".");
  const lies: readonly (readonly [string, string, string])[] = [
    ["no algorithm", `${encode({ alg: "none" })}.${encode(good)}.`, "algorithm"],
    ["no algorithm, signed", jwt(good, secret, { alg: "none" }), "algorithm"],
    ["another length", jwt(good, secret, { alg: "HS512" }, "sha512"), "algorithm"],
    [
      "a key pair",
      `${rsaHead}.${sign("sha256", Buffer.from(rsaHead), privateKey).toString("base64url")}`,
      "algorithm",
    ],
    ["a public key as secret", jwt(good, pem), "signature"],
    ["an empty secret", jwt(good, ""), "signature"],
    ["another's secret", jwt(good, "x".repeat(43)), "signature"],
    ["a swapped sub", [head, encode({ ...good, sub: "u-2" }), signature].join("."), "signature"],
    ["a critical extension", jwt(good, secret, { alg: "HS256", crit: ["exp"] }), "malformed"],
    ["expired", jwt({ ...good, exp: now(world) - 61 }, secret), "expired"],
    ["for ever", jwt({ sub: "u-1" }, secret), "claims"],
    ["for two days", jwt({ ...good, exp: now(world) + 48 * 3600 }, secret), "exp_too_far"],
    ["not yet", jwt({ ...good, nbf: now(world) + 600 }, secret), "not_yet"],
    ["signed in the future", jwt({ ...good, iat: now(world) + 600 }, secret), "not_yet"],
    ["for another site", jwt({ ...good, aud: "0".repeat(24) }, secret), "audience"],
    ["of nobody", jwt({ exp, sub: "" }, secret), "claims"],
    ["of a number", jwt({ exp, sub: 7 }, secret), "claims"],
    ["of somebody with blanks around", jwt({ exp, sub: " u-1" }, secret), "claims"],
    ["of somebody else's name cut off", jwt({ exp, sub: "u-1\u0000x" }, secret), "claims"],
    ["no JWT", "a.b.c", "malformed"],
    ["an encrypted one", "a.b.c.d.e", "malformed"],
  ];
  const page = world.page();
  for (const [what, lie, reason] of lies) {
    const { status, body } = await page.post("/identity", { jwt: lie });
    assert.deepEqual([status, body.code, body.details?.reason], [401, "IDENTITY_INVALID", reason], what);
    assert.ok(body.details.hint.length > 10);
    assert.ok(!JSON.stringify(body).includes(secret));
  }
  assert.deepEqual(await contacts(world), []);
  // What one site signed is nothing on another.
  const { key } = await changeSite({ ...world.desk, secretKey: KEY }, null, other.id, { origins: [ORIGIN] });
  const elsewhere = await world.page({ key }).post("/identity", { jwt: jwt(good, secret) });
  assert.equal(elsewhere.body.details.reason, "signature");
  assert.equal((await page.post("/identity", { jwt: jwt(good, secret) })).status, 200);
});

Deno.test("what a browser wrote before belongs to whom it is identified as; a browser never passes from one to another", async () => {
  await using world = await openWorld();
  const secret = await world.newSecret();
  const signed = (sub: string) => ({ jwt: jwt({ sub, exp: now(world) + 60 }, secret) });
  const [laptop, phone] = [world.page(), world.page()];
  await phone.post("/identity", signed("u-1"));
  await phone.send("du téléphone");
  await laptop.send("de l’ordinateur");
  assert.equal((await contacts(world)).length, 2);
  assert.equal((await laptop.post("/identity", signed("u-1"))).status, 200);
  const texts = async (page: typeof phone) =>
    (await page.get("/conversations")).body.data.map((one: { lastMessage: { text: string } }) =>
      one.lastMessage.text
    )
      .sort();
  assert.deepEqual(await texts(laptop), ["de l’ordinateur", "du téléphone"]);
  assert.deepEqual(await texts(phone), ["de l’ordinateur", "du téléphone"]);
  const [card, ...others] = await contacts(world);
  assert.deepEqual([card!.conversations, others], [2, []]);
  const counted = await world.desk.store.read.selectFrom("contact_inbox").select("conversations").execute();
  assert.deepEqual(counted, [{ conversations: 2 }]);

  const refused = await phone.post("/identity", signed("u-2"));
  assert.deepEqual([refused.status, refused.body.code], [409, "IDENTITY_CONFLICT"]);
  assert.deepEqual(await texts(phone), ["de l’ordinateur", "du téléphone"]);
  const fresh = world.page();
  await fresh.post("/identity", signed("u-2"));
  assert.deepEqual(await texts(fresh), []);
});

Deno.test("an address that a page tells names nobody: only the external id does, and only when signed", async () => {
  await using world = await openWorld();
  const secret = await world.newSecret();
  const victim = await world.desk.contact({
    site: world.ref,
    name: "Victime",
    email: "v@exemple.fr",
    externalId: "v-1",
  });
  await world.desk.conversation({ contact: victim, messages: [{ from: "visitor", text: "confidentiel" }] });
  const page = world.page();
  await page.post("/identity", {
    jwt: jwt({ sub: "x-1", email: "v@exemple.fr", exp: now(world) + 60 }, secret),
  });
  await page.send("Bonjour", { data: { email: "v@exemple.fr", externalId: "v-1" } });
  const told = JSON.stringify((await page.get("/conversations")).body);
  assert.ok(!told.includes("confidentiel"));
  const owner = world.page();
  await owner.post("/identity", { jwt: jwt({ sub: "v-1", exp: now(world) + 60 }, secret) });
  assert.ok(JSON.stringify((await owner.get("/conversations")).body).includes("confidentiel"));
});

Deno.test("two secrets hold at once while one is replaced; one that is taken away opens nothing from the next request", async () => {
  await using world = await openWorld();
  const [first, second] = [await world.newSecret(), await world.newSecret()];
  const signed = (secret: string) => ({ jwt: jwt({ sub: "u-1", exp: now(world) + 60 }, secret) });
  const page = world.page();
  for (const secret of [first, second]) {
    assert.equal((await page.post("/identity", signed(secret))).status, 200);
  }
  const third = await world.newSecret();
  assert.equal((await page.post("/identity", signed(first))).status, 401, "the third took the first's place");
  const { secrets } = await siteNow(world);
  assert.equal(secrets.length, 2);
  await deleteIdentitySecret(world.desk, null, { siteId: world.site.id, secretId: secrets[0]!.id });
  assert.equal((await page.post("/identity", signed(third))).status, 401);
  assert.equal((await page.post("/identity", signed(second))).status, 200);
  // The database does not hold them.
  const rows = await world.desk.store.read.selectFrom("identity_secret").select("sealed").execute();
  for (const { sealed } of rows) assert.ok(!Buffer.from(sealed).toString("latin1").includes(second));
});
