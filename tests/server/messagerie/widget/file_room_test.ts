/**
 * How much room files take, and a disk that has none left.
 * @covers messagerie-web.widget.file-room
 * @covers messagerie-web.full-disk
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { systemEnv } from "../../../../base/env.ts";
import { readFileRoom } from "../../../../service/messagerie/files/file_room.ts";
import * as service from "../../../../service/messagerie/mod.ts";
import { sendFile } from "../../../../service/messagerie/send_file.ts";
import { forgetOldVisitors } from "../../../../service/messagerie/widget/forget_visitor.ts";
import { visitorActor } from "../../../../service/messagerie/widget/visitor_actor.ts";
import { visitorHash } from "../../../../service/messagerie/widget/visitor_secret.ts";
import { widgetSite } from "../../../../service/messagerie/widget/widget_site.ts";
import { DESK, type DeskStore, openDeskStore } from "../../../../store/messagerie/open.ts";
import { openDatabase } from "../../../../store/libsql/database.ts";
import { DatabaseFault } from "../../../../store/libsql/fault.ts";
import type { DeskSchema } from "../../../../store/messagerie/schema.ts";
import { openWorld, ORIGIN, type Page, type World } from "./widget_world.ts";

const ROOM = 1_000;
const UNLIMITED = { visitor: 10_000, address: 10_000, site: 10_000 };
const LIMITS = { read: UNLIMITED, write: UNLIMITED, file: UNLIMITED };

/** The bytes that are there, added up: of messages, and of files that wait. */
async function taken({ store }: { readonly store: DeskStore }) {
  const { rows: [row] } = await sql<{ kept: number; waiting: number; counted: number }>`
    select (select ifnull(sum(length(content)), 0) from attachment) as kept,
      (select ifnull(sum(length(content)), 0) from upload) as waiting, (select bytes from file_room) as counted`
    .execute(store.read);
  assert.ok(row);
  return row;
}

const upload = (page: Page, bytes: number) => page.upload("a.txt", "x".repeat(bytes));

/** Sends a file of so many bytes in a message; gives what was answered last. */
async function attach(page: Page, bytes: number) {
  const file = await upload(page, bytes);
  return file.status === 200 ? await page.send("", { files: [file.body.data.id] }) : file;
}

async function supervisorOf({ desk, inbox }: World) {
  return desk.person(await desk.agent({ role: "supervisor" }), [inbox]);
}

Deno.test("files fill the room that they have and no more, and give it back with their message", async () => {
  await using world = await openWorld({ filesMaxBytes: ROOM, limits: LIMITS });
  const [page, actor] = [world.page(), await supervisorOf(world)];
  const first = (await attach(page, 600)).body.data;
  assert.equal((await attach(page, 300)).status, 200);
  const refused = await upload(page, 101);
  assert.deepEqual([refused.status, refused.body.code], [413, "FILES_FULL"]);
  assert.equal((await page.send("sans fichier")).status, 200, "the message itself passes");
  assert.equal((await upload(page, 100)).status, 200, "to the last byte");
  const desk = { ...world.desk, filesMaxBytes: ROOM };
  assert.deepEqual(await readFileRoom(desk), { bytes: ROOM, waitingBytes: 100, maxBytes: ROOM });

  // An advisor's file takes the place of one that waits, and is refused as a visitor's is.
  const conversationId = first.conversation.id;
  const send = (bytes: number) =>
    sendFile(desk, actor, {
      conversationId,
      name: "b.txt",
      content: new TextEncoder().encode("y".repeat(bytes)),
      clientKey: crypto.randomUUID(),
    });
  await assert.rejects(send(101), { code: "FILES_FULL" });
  await send(100);
  assert.deepEqual(await taken(desk), { kept: ROOM, waiting: 0, counted: ROOM });

  await service.deleteMessage(desk, actor, { conversationId, messageId: first.message.id });
  assert.deepEqual(await taken(desk), { kept: 400, waiting: 0, counted: 400 });
  assert.equal((await attach(page, 600)).status, 200);
});

Deno.test("a file that waits gives way to another one, and is forgotten when no message took it", async () => {
  await using world = await openWorld({ filesMaxBytes: ROOM, limits: LIMITS });
  const [page, other] = [world.page(), world.page()];
  const waiting = (await upload(page, 600)).body.data;
  const taking = (await upload(other, 600)).body.data;
  assert.equal((await page.send("", { files: [waiting.id] })).body.code, "FILE_NOT_FOUND");
  assert.equal((await other.send("", { files: [taking.id] })).status, 200);
  await upload(page, 400);
  assert.deepEqual(await taken(world.desk), { kept: 600, waiting: 400, counted: 600 });
  world.desk.time += 25 * 3_600_000;
  await forgetOldVisitors(world.desk);
  assert.deepEqual(await taken(world.desk), { kept: 600, waiting: 0, counted: 600 });
});

Deno.test("without room no file is taken", async () => {
  await using world = await openWorld({ filesMaxBytes: 0, limits: LIMITS });
  assert.equal((await upload(world.page(), 1)).body.code, "FILES_FULL");
});

Deno.test("whatever is sent, taken, deleted and let go of: files are within their room, and its count is right", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("upload" as const), bytes: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ do: fc.constant("attach" as const), bytes: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ do: fc.constantFrom("drop" as const, "delete" as const), bytes: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await using world = await openWorld({ filesMaxBytes: ROOM, limits: LIMITS });
      const [page, actor] = [world.page(), await supervisorOf(world)];
      const waiting: string[] = [];
      const sent: { readonly conversationId: string; readonly messageId: string }[] = [];
      for (const { do: what, bytes } of steps) {
        if (what === "upload") {
          const { status, body } = await upload(page, bytes);
          if (status === 200) waiting.push(body.data.id);
          else assert.ok(["FILES_FULL", "TOO_MANY_FILES"].includes(body.code), body.code);
        } else if (what === "attach") {
          const { status, body } = await attach(page, bytes);
          if (status === 200) {
            sent.push({ conversationId: body.data.conversation.id, messageId: body.data.message.id });
          } else assert.ok(["FILES_FULL", "TOO_MANY_FILES"].includes(body.code), body.code);
        } else if (what === "drop") {
          await page.delete(`/files/${waiting[bytes % waiting.length] ?? crypto.randomUUID()}`);
        } else {
          const [one] = sent.splice(bytes % (sent.length || 1), 1);
          if (one) await service.deleteMessage(world.desk, actor, one);
        }
        const { kept, waiting: others, counted } = await taken(world.desk);
        assert.equal(counted, kept);
        assert.ok(kept + others <= ROOM, `${kept} + ${others}`);
      }
    }),
    { numRuns: Deno.env.get("FAULTS") === "long" ? 100 : 8 },
  );
});

Deno.test("the files of a desk of the version before are counted", async () => {
  const folder = await Deno.makeTempDir();
  const url = `file:${folder}/desk.db`;
  const migrations = Object.fromEntries(Object.entries(DESK.migrations).slice(0, 5));
  const old = await openDatabase<DeskSchema>({ ...DESK, migrations, url, env: systemEnv });
  await old.write(async (trx) => {
    for (
      const statement of [
        "insert into site (no, id, name, created_at) values (1, 's', 's', 1)",
        "insert into contact (no, id, site_no, name, search, created_at, updated_at) values (1, 'k', 1, 'k', '', 1, 1)",
        "insert into conversation (no, id, contact_no, site_no, status, last_message_at, created_at) values (1, 'c', 1, 1, 'open', 1, 1)",
        "insert into message (id, conversation_no, inbox_no, kind, author, created_at) values ('m', 1, 0, 0, 0, 1)",
        "insert into attachment (id, message_id, name, size, content) values ('a', 'm', 'a', 3, x'010203'), ('b', 'm', 'b', 4, x'01020304')",
        // Imported by its name alone.
        "insert into attachment (id, message_id, name, size, content) values ('n', 'm', 'n', 9999, null)",
      ]
    ) await sql.raw(statement).execute(trx);
  });
  await old.close();
  const store = await openDeskStore({ url, env: systemEnv });
  assert.deepEqual(await taken({ store }), { kept: 7, waiting: 0, counted: 7 });
  await store.write((trx) => trx.updateTable("attachment").set({ content: new Uint8Array(5) }).execute());
  assert.deepEqual(await taken({ store }), { kept: 15, waiting: 0, counted: 15 });
  await store.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a disk that is full is told as such, nothing is kept by half, and all goes on once there is room", async () => {
  await using world = await openWorld({ limits: LIMITS });
  const { store } = world.desk;
  const page = world.page();
  const { conversation } = (await page.send("Bonjour")).body.data;
  const before = await taken(world.desk);
  const rows = () => store.read.selectFrom("message").selectAll().execute();
  const messages = await rows();
  const bound = async (pages: number) =>
    void await store.write((trx) => sql.raw(`pragma max_page_count = ${pages}`).execute(trx));
  const { rows: [size] } = await sql<{ page_count: number }>`pragma page_count`.execute(store.read);
  await bound(size!.page_count);
  const file = await upload(page, 1_000_000);
  assert.deepEqual([file.status, file.body.code], [507, "STORAGE_FULL"]);
  const text = await page.send("x".repeat(9_000).concat(" ", "y".repeat(900)), {
    conversationId: conversation.id,
  });
  assert.deepEqual([text.status, text.body.code], [507, "STORAGE_FULL"]);
  assert.equal((await page.get("/conversations")).status, 200, "reading goes on");
  assert.deepEqual(await taken(world.desk), before);
  assert.deepEqual(await rows(), messages);
  await bound(1_000_000);
  assert.equal((await attach(page, 1_000_000)).status, 200);
  const { rows: [check] } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    store.read,
  );
  assert.equal(check?.integrity_check, "ok");
});

Deno.test("a visitor who was away for days reads, though that they are back cannot be written down", async () => {
  await using world = await openWorld({ limits: LIMITS });
  const { desk } = world;
  const page = world.page();
  await page.send("Bonjour");
  desk.time += 3 * 86_400_000;
  const tried: string[] = [];
  const stuck = {
    ...desk,
    env: desk.env,
    store: {
      ...desk.store,
      write() {
        tried.push("write");
        return Promise.reject(new DatabaseFault("full"));
      },
    },
  };
  const site = await widgetSite(desk, { key: world.site.key, origin: ORIGIN });
  const actor = await visitorActor(stuck, site, visitorHash(`Bearer ${page.secret}`));
  assert.ok(actor.contact);
  assert.deepEqual(tried, ["write"]);
});
