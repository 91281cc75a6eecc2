/**
 * How the inbox opens, fails and opens again, on a real disk, without a relay.
 * @covers pacerelle.store.three-errors
 * @covers pacerelle.store.failing-disk
 * @covers pacerelle.state.second-process
 * @covers pacerelle.delivery.reconnect
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { getStatus, markProcessed, saveCheckpoint, waitForMessages } from "../../../service/pacerelle/mod.ts";
import { InboxDoor } from "../../../service/pacerelle/open_inbox.ts";
import type { MailboxFs } from "../../../store/mailbox/mailbox_fs.ts";
import { nodeFs } from "../../../store/mailbox/node_fs.ts";
import { makeToken } from "../../../wire/token.ts";
import { newId } from "../../../wire/ids.ts";
import { quietCall } from "./fake_inbox.ts";

const TOKEN = await makeToken(systemEnv);

/** A disk that is full when it is told to be. */
function fullDisk() {
  const disk = { full: false };
  const fs: MailboxFs = {
    ...nodeFs,
    open: async (path, mode) => {
      const file = await nodeFs.open(path, mode);
      const write: typeof file.write = (source, position) =>
        disk.full
          ? Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }))
          : file.write(source, position);
      return { ...file, write };
    },
  };
  return { disk, fs };
}

async function place() {
  const agentId = newId("agent", systemEnv);
  const storeRoot = await Deno.makeTempDir({ prefix: "pacerelle-door-" });
  const { disk, fs } = fullDisk();
  const doors: InboxDoor[] = [];
  return {
    disk,
    storeRoot,
    folder: join(storeRoot, agentId),
    door: (app = "Atelier") => {
      const door = new InboxDoor({
        settings: {
          agentId,
          token: TOKEN,
          storeRoot,
          baseUrl: "http://127.0.0.1:1",
          wsUrl: "ws://127.0.0.1:1/v1/live",
        },
        env: systemEnv,
        log: silentLogger,
        app: () => app,
        client: "test",
        connect: (_url, events) => {
          queueMicrotask(() => events.onClose());
          return { send: () => {}, close: () => {} };
        },
        fs,
      });
      doors.push(door);
      return door;
    },
    async [Symbol.asyncDispose]() {
      for (const door of doors) await door.close();
      await Deno.remove(storeRoot, { recursive: true });
    },
  };
}

const refused =
  (code: string, reason?: string) => (error: { code?: string; details?: { reason?: string } }) => {
    assert.equal(error.code, code, String(error));
    if (reason !== undefined) assert.equal(error.details?.reason, reason);
    return true;
  };

const entry = (n: number) => ({
  t: "entry" as const,
  entry: {
    kind: "request" as const,
    seq: n,
    id: n.toString(16).padStart(32, "0"),
    conversation: newId("conversation", systemEnv),
    from: { id: "a", name: "Claire", device: "Téléphone" },
    at: n,
    text: `message ${n}`,
  },
});

Deno.test("without a relay the inbox opens, is offline, and says so", async () => {
  await using one = await place();
  const door = one.door();
  const [inbox, same] = await Promise.all([door.open(), door.open()]);
  assert.equal(inbox, same);
  const { connection, store } = getStatus(inbox);
  assert.notEqual(connection.state, "connected");
  assert.equal(store["root"], one.storeRoot);
});

Deno.test("after a full disk the next call opens anew, with all that was promised", async () => {
  await using one = await place();
  const door = one.door();
  const inbox = await door.open();
  const first = entry(1);
  const newest = { t: "inbox", seq: 1, lastId: first.entry.id, agentName: null, lastReceivedAt: 1 } as const;
  await inbox.store.append([newest, first]);
  const waiting = waitForMessages(inbox, { cursor: `1-${first.entry.id.slice(0, 8)}` }, quietCall());
  const told = assert.rejects(waiting, refused("STATE_UNREADABLE", "write-failed"));
  one.disk.full = true;
  const checkpoint = { sourceMessageId: first.entry.id, summary: "s", nextAction: "n" };
  await assert.rejects(saveCheckpoint(inbox, checkpoint), refused("STATE_UNREADABLE", "write-failed"));
  await told;
  await assert.rejects(door.open(), refused("STATE_UNREADABLE"));
  one.disk.full = false;
  const again = await door.open();
  assert.notEqual(again, inbox);
  assert.deepEqual([...again.state.pending.keys()], [first.entry.id]);
  assert.equal(again.state.checkpoints.size, 0);
  await saveCheckpoint(again, checkpoint);
  assert.equal(again.state.checkpoints.size, 1);
});

Deno.test("a lock that was taken away stops all writing; the next call takes it again", async () => {
  await using one = await place();
  const door = one.door();
  const inbox = await door.open();
  const first = entry(1);
  await inbox.store.append([first]);
  await Deno.remove(join(one.folder, ".lock"), { recursive: true });
  const other = await one.door("Autre").open();
  await assert.rejects(
    markProcessed(inbox, { messageId: first.entry.id }),
    refused("STATE_IN_USE", "lock-lost"),
  );
  await assert.rejects(door.open(), (error: { details?: { holder?: { app?: string } } }) => {
    refused("STATE_IN_USE")(error as never);
    assert.equal(error.details?.holder?.app, "Autre");
    return true;
  });
  assert.equal(other.state.pending.size, 1);
});

Deno.test("the loser of a state takes over when the holder closes", async () => {
  await using one = await place();
  const [first, second] = [one.door("Premier"), one.door("Second")];
  await first.open();
  await assert.rejects(second.open(), refused("STATE_IN_USE"));
  await first.close();
  await assert.rejects(first.open(), refused("STATE_UNREADABLE", "closed"));
  const inbox = await second.open();
  assert.equal(inbox.facts.holder.app, "Second");
});

Deno.test("each fault of the state is told apart, nothing is made in its place, and mending it is enough", async () => {
  await using one = await place();
  {
    const door = one.door();
    await (await door.open()).store.append([entry(1)]);
    await door.close();
  }
  const [state, key] = [join(one.folder, "state"), join(one.folder, "key")];
  const kept = [await Deno.readFile(state), await Deno.readFile(key)] as const;
  const door = one.door();
  await Deno.remove(key);
  await assert.rejects(door.open(), refused("KEY_MISSING"));
  await Deno.writeFile(key, kept[1]);
  await Deno.remove(state);
  await assert.rejects(door.open(), refused("STATE_UNREADABLE", "state-missing"));
  await assert.rejects(Deno.stat(state), Deno.errors.NotFound);
  await Deno.writeFile(state, kept[0].slice(0, 40));
  await assert.rejects(door.open(), refused("STATE_UNREADABLE"));
  await Deno.writeFile(state, kept[0]);
  assert.equal((await door.open()).state.pending.size, 1);
});
