/**
 * What visitors' files can take of the memory, however many are sent and fetched as slowly as can be.
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { inPieces, MOST_ON_THE_WAY, Transfers } from "../../../../server/messagerie/widget/transfers.ts";
import { WIDGET_LIMITS } from "../../../../server/messagerie/widget/widget_limiter.ts";
import { until } from "../../../until.ts";
import { openWorld, type Page, type World } from "./widget_world.ts";

const MIB = 1_048_576;
const MANY = { visitor: 1_000, address: 1_000, site: 1_000 };
const BUSY = { ...WIDGET_LIMITS, read: MANY, file: MANY };

/** Sends the head of a request, and some of a body, from a peer that goes on as slowly as it likes. */
async function dawdle(world: World, page: Page, head: string, body = new Uint8Array()): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(world.url).port) });
  const lines = [
    `${head.replace("{key}", world.site.key)} HTTP/1.1`,
    "Host: desk.example",
    "Origin: https://www.boutique.example",
    `Authorization: Bearer ${page.secret}`,
    "X-File-Name: a.txt",
    ...(body.length > 0 ? [`Content-Length: ${10 * MIB}`] : []),
  ];
  const text = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
  const all = new Uint8Array([...text, ...body]);
  for (let at = 0; at < all.length;) at += await connection.write(all.subarray(at));
  return connection;
}

/** Asks until it is let through: the server sees a peer leave a moment later. */
const passes = (ask: () => Promise<{ readonly status: number }>) =>
  until(async () => (await ask()).status === 200, "it is let through");

Deno.test("files that are fetched without being read take a bounded room, and leave it when their readers go", async () => {
  await using world = await openWorld({ limits: BUSY });
  const page = world.page();
  const content = "a".repeat(10 * MIB);
  const { id } = (await page.upload("a.txt", content)).body.data;
  const sent = await page.send("", { files: [id] });
  const path = `/files/${sent.body.data.message.files[0].id}`;
  const fetched = await page.get(path);
  assert.equal(fetched.headers.get("content-length"), String(content.length));
  assert.ok(fetched.body === content, "the file comes whole");

  const slow: Deno.Conn[] = [];
  const begin = new Uint8Array(12);
  for (let n = 0; n < 6; n++) {
    const connection = await dawdle(world, page, `GET /api/widget/{key}${path}`);
    slow.push(connection);
    // It has begun to come.
    await connection.read(begin);
    assert.equal(new TextDecoder().decode(begin), "HTTP/1.1 200");
  }
  const refused = await page.get(path);
  assert.deepEqual([refused.status, refused.body.code], [429, "RATE_LIMITED"]);
  assert.equal(refused.headers.get("retry-after"), "5");
  assert.equal((await page.get("/conversations")).status, 200, "everything else goes on");
  for (const connection of slow) connection.close();
  await passes(() => page.get(path));
});

Deno.test("files that are sent without an end take a bounded room; small ones pass beside some of them", async () => {
  await using world = await openWorld({ limits: BUSY });
  const slow: Deno.Conn[] = [];
  const addSlow = async () => {
    const first = new Uint8Array(1).fill(65);
    slow.push(await dawdle(world, world.page(), "POST /api/widget/{key}/files", first));
  };
  for (let n = 0; n < 6; n++) await addSlow();
  const page = world.page();
  // One that passes may have taken the room of a slow one that came meanwhile.
  await until(async () => {
    const { status } = await page.upload("a.txt", "a".repeat(5 * MIB));
    if (status !== 429) await addSlow();
    return status === 429;
  }, "the room is taken");
  assert.equal((await page.upload("b.txt", "b")).status, 200);
  for (const connection of slow) connection.close();
  await passes(() => page.upload("c.txt", "c".repeat(5 * MIB)));
});

Deno.test("room is one address's and the process's, and is given back once", () => {
  const transfers = new Transfers();
  const given = transfers.take("2001:db8:0:0::/64", MOST_ON_THE_WAY.address);
  assert.throws(() => transfers.take("2001:db8:0:0::/64", 1), { code: "RATE_LIMITED" });
  for (let n = 1; n < 4; n++) transfers.take(`198.51.100.${n}`, MOST_ON_THE_WAY.address);
  assert.throws(() => transfers.take("198.51.100.9", 1), { code: "RATE_LIMITED" });
  given();
  given();
  transfers.take("198.51.100.9", MOST_ON_THE_WAY.address);
  assert.throws(() => transfers.take("198.51.100.10", 1), { code: "RATE_LIMITED" });
});

Deno.test("a file in pieces ends once: all taken, left, or too slow", async () => {
  const content = new Uint8Array(200_000).map((_, index) => index % 251);
  let ends = 0;
  const pieces = (sleep = systemEnv.sleep) => inPieces(content, { sleep }, () => ends++);
  assert.deepEqual(new Uint8Array(await new Response(pieces()).arrayBuffer()), content);
  assert.equal(ends, 1);
  const reader = pieces().getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(ends, 2);
  const late = Promise.withResolvers<void>();
  const slow = pieces(() => late.promise).getReader();
  await slow.read();
  late.resolve();
  await assert.rejects(async () => {
    for (;;) if ((await slow.read()).done) return;
  }, /too slow/);
  assert.equal(ends, 3);
  assert.equal(await new Response(inPieces(new Uint8Array(), systemEnv, () => ends++)).text(), "");
  assert.equal(ends, 4);
});
