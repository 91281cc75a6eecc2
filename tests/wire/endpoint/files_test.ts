/**
 * Files on their way out: what waits for them, what goes on meanwhile, and how their ends are told.
 * @covers pacerelle-web.files.whole-first
 * @covers pacerelle-web.files.quota
 */
import assert from "node:assert/strict";
import type { Attachment } from "../../../wire/attachment.ts";
import { newShortId } from "../../../wire/ids.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import { type SendChange, SendFault } from "../../../wire/endpoint/api.ts";
import type { Party } from "./party.ts";
import { type Household, makeHousehold, startAll } from "./household.ts";
import { through } from "./scene.ts";
import { World } from "./virtual_world.ts";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);

interface Scene {
  readonly home: Household;
  readonly changes: SendChange[];
}

async function scene(): Promise<Scene> {
  const changes: SendChange[] = [];
  const home = await makeHousehold(new World(7), {
    onSend: (party, change) => party.name === "phone" && changes.push(change),
  });
  await startAll(home);
  return { home, changes };
}

const attach = (home: Household): Promise<Attachment> =>
  through(
    home,
    home.phone.endpoint!.files!.attach({
      name: "a.bin",
      mimeType: "application/octet-stream",
      size: CONTENT.length,
      read: (offset, length) => Promise.resolve(CONTENT.slice(offset, offset + length)),
    }),
  );

async function say(home: Household, text: string, attachments?: Attachment[]): Promise<string> {
  const id = newShortId(home.world.env());
  const body = attachments ? { text, attachments } : { text };
  await through(
    home,
    home.phone.send(id, home.conversation, "agent", { kind: "message", body }, home.agent.id),
  );
  return id;
}

const has = (party: Party, id: string) => [...party.rows.keys()].some((key) => key.endsWith(id));

/** Refuses to announce, for as long as it says so. */
function refuse(home: Household, code: () => RelayErrorCode | undefined): void {
  home.relay.lieCall = (_endpoint, name, answer) => {
    const refused = name === "announceFile" ? code() : undefined;
    if (refused) throw new RelayRefusal(refused, refused);
    return answer;
  };
}

Deno.test("a message waits for its files, and what is written later goes on", async () => {
  const { home } = await scene();
  let code: RelayErrorCode | undefined = "UNAVAILABLE";
  refuse(home, () => code);
  const withFile = await say(home, "Voici", [await attach(home)]);
  const later = await say(home, "Et ceci");
  await home.world.pass(60_000);
  assert.ok(has(home.agent, later) && !has(home.agent, withFile));
  assert.equal(home.phone.endpoint!.sendStateOf(withFile)?.state, "queued");
  code = undefined;
  await home.world.pass(120_000);
  assert.ok(has(home.agent, withFile) && has(home.laptop, withFile));
  assert.deepEqual(await home.phone.shelf.list(), [], "nothing is kept longer than needed");
  assert.deepEqual(home.phone.bugs, []);
});

Deno.test("a relay without room is told, asked again, and forgiven once it has some", async () => {
  const { home } = await scene();
  let code: RelayErrorCode | undefined = "FILES_FULL";
  refuse(home, () => code);
  const id = await say(home, "Voici", [await attach(home)]);
  await home.world.pass(10_000);
  assert.ok(home.phone.endpoint!.alerts.some(({ kind }) => kind === "files-full"));
  assert.ok(!has(home.agent, id));
  code = undefined;
  await home.world.pass(120_000);
  assert.ok(has(home.agent, id));
  assert.deepEqual(home.phone.endpoint!.alerts, []);
});

Deno.test("a file that can never be taken, or is not here any more, is told as a refusal", async () => {
  const { home, changes } = await scene();
  refuse(home, () => "FILE_CONFLICT");
  const conflicting = await say(home, "Voici", [await attach(home)]);
  await home.world.pass(60_000);
  assert.deepEqual(
    changes.filter(({ id }) => id === conflicting).map(({ state, code }) => [state, code]).at(-1),
    [
      "refused",
      "FILE_CONFLICT",
    ],
  );
  home.relay.lieCall = undefined;
  let code: RelayErrorCode | undefined = "UNAVAILABLE";
  refuse(home, () => code);
  const attachment = await attach(home);
  const lost = await say(home, "Voici", [attachment]);
  await home.phone.shelf.remove(attachment.id);
  code = undefined;
  await home.world.pass(120_000);
  assert.deepEqual(changes.filter(({ id }) => id === lost).map(({ state, code }) => [state, code]).at(-1), [
    "refused",
    "FILE_LOST",
  ]);
  assert.equal(home.phone.state.files.size, 0);
  // The conversation goes on.
  const next = await say(home, "Suite");
  await home.world.pass(60_000);
  assert.ok(has(home.agent, next));
});

Deno.test("a file that is gone before its message is sent is told before anything is written", async () => {
  const { home } = await scene();
  const attachment = await attach(home);
  // As by a tab that took the device over and knew of no message with it.
  await home.phone.shelf.remove(attachment.id);
  const size = home.phone.state.outbox.size;
  await assert.rejects(
    say(home, "Voici", [attachment]),
    (error) => error instanceof SendFault && error.code === "FILE_LOST",
  );
  assert.equal(home.phone.state.outbox.size, size);
});

Deno.test("what was attached and never sent is gone after a restart; what was sent is not", async () => {
  const { home } = await scene();
  refuse(home, () => "UNAVAILABLE");
  const [kept, orphan] = [await attach(home), await attach(home)];
  const id = await say(home, "Voici", [kept]);
  home.phone.kill();
  home.phone.compact();
  home.relay.lieCall = undefined;
  await through(home, home.phone.start());
  assert.deepEqual(await home.phone.shelf.list(), [kept.id], orphan.id);
  await home.world.pass(120_000);
  assert.ok(has(home.agent, id));
});
