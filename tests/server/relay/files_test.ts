/**
 * Sealed files at a real relay: announced, filled in any order, fetched once whole, bounded, forgotten; within one account
 * alone; and nothing of them that can be read.
 * @module
 */
import assert from "node:assert/strict";
import { DEFAULT_LIMITS } from "../../../server/relay/limits.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { type Bytes, toBase64url } from "../../../wire/bytes.ts";
import { type ChunkCaller, chunkCaller } from "../../../wire/file/chunk_call.ts";
import { newFileSecret } from "../../../wire/file/file_cipher.ts";
import { fileLayout } from "../../../wire/file/layout.ts";
import { openFile, sealFile } from "../../../wire/file/seal_file.ts";
import { newShortId } from "../../../wire/ids.ts";
import {
  type Agent,
  call,
  createAgent,
  type Device,
  env,
  Live,
  logIn,
  makeDevice,
  publishPrekeys,
  refuses,
  signUp,
  TestRelay,
} from "./harness.ts";
import { until } from "../../until.ts";

const SECRET = new TextEncoder().encode("Le mot secret est hippopotame. ".repeat(9_000));

/** A sealed file and its chunks. */
async function seal(content: Uint8Array): Promise<{ attachment: Attachment; chunks: Bytes[] }> {
  const secret = newFileSecret(env, content.length);
  const chunks: Bytes[] = [];
  const hash = await sealFile(
    secret,
    (offset, length) => Promise.resolve(content.slice(offset, offset + length)),
    (_index, sealed) => Promise.resolve(void chunks.push(sealed)),
  );
  return { attachment: { ...secret, name: "hippopotame.txt", mimeType: "text/x-hippopotame", hash }, chunks };
}

const chunksOf = ({ relay, credential }: Device | Agent): ChunkCaller =>
  chunkCaller({ baseUrl: relay.url, credential });

const announcement = ({ id, size }: Attachment, ...recipients: { readonly id: string }[]) => {
  const { chunks, sealedBytes } = fileLayout(size);
  return { file: id, chunks, sealedBytes, recipients: recipients.map((recipient) => recipient.id) };
};

/** Announces a file and brings all of it. */
async function upload(
  by: Device | Agent,
  to: readonly (Device | Agent)[],
  content = SECRET,
): Promise<Attachment> {
  const { attachment, chunks } = await seal(content);
  await call(by, "announceFile", announcement(attachment, ...to));
  for (const [index, sealed] of chunks.entries()) await chunksOf(by).put(attachment.id, index, sealed);
  return attachment;
}

async function fetchAll(by: Device | Agent, attachment: Attachment): Promise<string> {
  const parts = await Array.fromAsync(
    openFile(attachment, (index) => chunksOf(by).get(attachment.id, index)),
  );
  return await new Blob(parts).text();
}

Deno.test("a file is filled in any order, over a restart, and fetched once it is whole [@covers pacerelle-web.files.crash]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const { attachment, chunks } = await seal(SECRET);
  assert.equal(chunks.length, 3);
  const told = announcement(attachment, agent);
  const first = await call(device, "announceFile", told);
  assert.deepEqual(first.missing, [0, 1, 2]);
  await chunksOf(device).put(attachment.id, 2, chunks[2]!);
  await refuses(chunksOf(agent).get(attachment.id, 2), "NOT_FOUND");
  await relay.down();
  await relay.up();
  assert.deepEqual(await call(device, "announceFile", told), { missing: [0, 1], until: first.until });
  await chunksOf(device).put(attachment.id, 2, chunks[2]!);
  await refuses(chunksOf(device).put(attachment.id, 2, chunks[1]!), "FILE_CONFLICT");
  for (const index of [1, 0]) await chunksOf(device).put(attachment.id, index, chunks[index]!);
  assert.deepEqual((await call(device, "announceFile", told)).missing, []);
  assert.equal(await fetchAll(agent, attachment), new TextDecoder().decode(SECRET));
  await refuses(chunksOf(agent).get(attachment.id, 3), "NOT_FOUND");
});

Deno.test("what is not as announced is refused [@covers pacerelle-web.files.own-account]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const stranger = await signUp(relay);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  const { attachment, chunks } = await seal(SECRET);
  const told = announcement(attachment, agent);
  await call(device, "announceFile", told);
  for (const change of [{ chunks: 4 }, { sealedBytes: 272 }]) {
    await refuses(call(device, "announceFile", { ...told, ...change }), "FILE_CONFLICT");
  }
  await refuses(call(agent, "announceFile", { ...told, recipients: [device.id] }), "FILE_CONFLICT");
  await refuses(call(stranger, "announceFile", { ...told, recipients: [agent.id] }), "RECIPIENT_UNKNOWN");
  await refuses(call(waiting, "announceFile", told), "FORBIDDEN");
  await refuses(chunksOf(device).put(attachment.id, 3, chunks[0]!), "INVALID_REQUEST");
  await refuses(chunksOf(device).put(attachment.id, 0, chunks[0]!.slice(1)), "INVALID_REQUEST");
  await refuses(chunksOf(device).put(attachment.id, 0, new Uint8Array(200_000)), "TOO_LARGE");
  await refuses(chunksOf(device).put(newShortId(env), 0, chunks[0]!), "NOT_FOUND");
  // Of the account, but not the one who announced it.
  await refuses(chunksOf(agent).put(attachment.id, 0, chunks[0]!), "NOT_FOUND");
  const whole = await upload(device, [agent]);
  await refuses(chunksOf(stranger).get(whole.id, 0), "NOT_FOUND");
  await refuses(chunksOf(waiting).get(whole.id, 0), "FORBIDDEN");
  await call(stranger, "releaseFiles", { files: [whole.id] });
  assert.equal((await chunksOf(agent).get(whole.id, 0)).length, fileLayout(whole.size).sealedBytes);
  const anonymous = await fetch(`${relay.url}/v1/files/${whole.id}/0`);
  assert.equal(anonymous.status, 401);
  await anonymous.body?.cancel();
  const posted = await fetch(`${relay.url}/v1/files/${whole.id}/0`, { method: "DELETE" });
  assert.equal(posted.status, 405);
  await posted.body?.cancel();
});

Deno.test("a page of another origin may fill and fetch [@covers pacerelle-web.files.own-account]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const { id } = await upload(device, [agent]);
  const preflight = await fetch(`${relay.url}/v1/files/${id}/0`, { method: "OPTIONS" });
  assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /PUT/);
  const response = await fetch(`${relay.url}/v1/files/${id}/0`, {
    headers: { authorization: `Bearer ${agent.credential}` },
  });
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.equal(response.headers.get("content-type"), "application/octet-stream");
  await response.body?.cancel();
});

Deno.test("a file goes when its last recipient lets it go, or its sender takes it back [@covers pacerelle-web.files.forgotten]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const [one, two] = [await createAgent(device), await createAgent(device)];
  const shared = await upload(device, [one, two]);
  await call(one, "releaseFiles", { files: [shared.id] });
  await call(one, "releaseFiles", { files: [shared.id] });
  assert.equal((await chunksOf(one).get(shared.id, 0)).length > 0, true, "the other one may still want it");
  await call(two, "releaseFiles", { files: [shared.id] });
  await refuses(chunksOf(two).get(shared.id, 0), "NOT_FOUND");
  const taken = await upload(device, [one]);
  await call(device, "releaseFiles", { files: [taken.id] });
  await refuses(chunksOf(one).get(taken.id, 0), "NOT_FOUND");
  // Who leaves wants nothing more.
  const last = await upload(device, [two]);
  await call(device, "removeAgent", { agent: two.id });
  await refuses(chunksOf(device).get(last.id, 0), "NOT_FOUND");
});

Deno.test("a file that nobody let go is dropped with age [@covers pacerelle-web.files.forgotten]", async () => {
  let offset = 0;
  const clock = { ...env, now: () => Date.now() + offset, monotonic: () => performance.now() + offset };
  await using relay = await TestRelay.start({}, { env: clock });
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const old = await upload(device, [agent]);
  offset += DEFAULT_LIMITS.fileRetentionMs - 60_000;
  const young = await upload(device, [agent]);
  await relay.down();
  await relay.up();
  assert.equal((await chunksOf(agent).get(old.id, 0)).length > 0, true);
  offset += 120_000;
  await relay.down();
  await relay.up();
  await refuses(chunksOf(agent).get(old.id, 0), "NOT_FOUND");
  assert.equal((await chunksOf(agent).get(young.id, 0)).length > 0, true);
});

Deno.test("place is bounded by account, kept from the announcement on, and given back [@covers pacerelle-web.files.quota]", async () => {
  const { chunks, sealedBytes } = fileLayout(SECRET.length);
  await using relay = await TestRelay.start({
    fileBytesPerAccount: 2 * chunks * sealedBytes,
    filesPerAccount: 3,
  });
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const first = await upload(device, [agent]);
  const { attachment } = await seal(SECRET);
  await call(device, "announceFile", announcement(attachment, agent));
  const third = (await seal(new Uint8Array(1))).attachment;
  await refuses(call(agent, "announceFile", announcement(third, device)), "FILES_FULL");
  await call(device, "announceFile", announcement(attachment, agent));
  await call(device, "releaseFiles", { files: [first.id] });
  await call(agent, "announceFile", announcement(third, device));
  // Another account has its own.
  const other = await signUp(relay);
  await upload(other, [await createAgent(other)]);
  // Number, whatever the size.
  for (let n = 0; n < 1; n++) {
    await call(device, "announceFile", announcement((await seal(new Uint8Array(1))).attachment, agent));
  }
  const late = (await seal(new Uint8Array(1))).attachment;
  await refuses(call(device, "announceFile", announcement(late, agent)), "FILES_FULL");
});

Deno.test("a removed endpoint gives back the place that its own files took [@covers pacerelle-web.files.quota]", async () => {
  const { chunks, sealedBytes } = fileLayout(SECRET.length);
  await using relay = await TestRelay.start({ fileBytesPerAccount: chunks * sealedBytes });
  const device = await signUp(relay);
  const [agent, other] = [await createAgent(device), await createAgent(device)];
  const { attachment } = await seal(SECRET);
  // Whole or not: with an agent goes its conversation.
  await upload(agent, [device]);
  await refuses(call(device, "announceFile", announcement(attachment, other)), "FILES_FULL");
  await call(device, "removeAgent", { agent: agent.id });
  await call(device, "announceFile", announcement(attachment, other));
});

Deno.test("the files of all accounts have one room: it is kept until they are deleted, and told of [@covers pacerelle-web.files.room]", async () => {
  const { chunks, sealedBytes } = fileLayout(SECRET.length);
  await using relay = await TestRelay.start({ fileBytes: 2 * chunks * sealedBytes });
  const [one, two, three] = [await signUp(relay), await signUp(relay), await signUp(relay)];
  const [agent, other, third] = [await createAgent(one), await createAgent(two), await createAgent(three)];
  const [first] = [await upload(one, [agent]), await upload(other, [two])];
  const { attachment } = await seal(SECRET);
  const announce = () => call(three, "announceFile", announcement(attachment, third));
  await refuses(announce(), "FILES_FULL");
  assert.ok(relay.log.some((line) => line.includes('"files_full"')), relay.log.join(""));
  await call(one, "releaseFiles", { files: [first.id] });
  await announce();
  assert.equal((await announce()).missing.length, chunks, "what was promised is kept, whoever else comes");
  await refuses(call(one, "announceFile", announcement(first, agent)), "FILES_FULL");
  // Its account has the place back at once; the disk, once the sweep has deleted what lies there.
  await call(two, "removeAgent", { agent: other.id });
  await refuses(call(one, "announceFile", announcement(first, agent)), "FILES_FULL");
  await relay.down();
  await relay.up();
  await call(one, "announceFile", announcement(first, agent));
  await relay.down();
  await relay.up();
  assert.ok(relay.log.some((line) => line.includes('"files_nearly_full"')));
});

Deno.test("bodies that come slowly fill one endpoint's room, and nobody else's [@covers pacerelle-web.files.quota]", async () => {
  await using relay = await TestRelay.start();
  const [device, other] = [await signUp(relay), await signUp(relay)];
  const [agent, theirs] = [await createAgent(device), await createAgent(other)];
  const { attachment, chunks } = await seal(new Uint8Array(10));
  await call(device, "announceFile", announcement(attachment, agent));
  const { hostname, port } = new URL(relay.url);
  const head = new TextEncoder().encode(
    `PUT /v1/files/${attachment.id}/0 HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${
      chunks[0]!.length
    }\r\n` +
      `authorization: Bearer ${device.credential}\r\n\r\nx`,
  );
  const slow = await Promise.all(Array.from({ length: 40 }, async () => {
    const connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(head);
    return connection;
  }));
  const put = () => chunksOf(device).put(attachment.id, 0, chunks[0]!);
  await until(() => put().then(() => false, (error) => error.code === "RATE_LIMITED"));
  await refuses(call(device, "listDevices", {}), "RATE_LIMITED");
  await upload(other, [theirs]);
  for (const connection of slow) connection.close();
  await until(() => put().then(() => true, () => false));
});

Deno.test("no name, type, key or content of a file is kept or logged [@covers pacerelle-web.files.blind]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const attachment = await upload(device, [agent]);
  const gone = await upload(device, [agent]);
  const marker = await chunksOf(agent).get(gone.id, 1);
  {
    await using phone = await Live.connect(device);
    await phone.close();
  }
  const read = async () => {
    let all = "";
    for await (const { name } of Deno.readDir(relay.folder)) {
      const bytes = await Deno.readFile(`${relay.folder}/${name}`).catch(() => new Uint8Array());
      all += new TextDecoder("latin1").decode(bytes);
    }
    return all;
  };
  const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
  const before = await read();
  assert.ok(before.includes(latin1(marker.subarray(0, 64))));
  await call(agent, "releaseFiles", { files: [gone.id] });
  await relay.down();
  const after = await read();
  const kept = before + after;
  const logged = relay.log.join("");
  const sealed = latin1((await seal(SECRET)).chunks[0]!.subarray(0, 64));
  assert.ok(!kept.includes(sealed), "another seal has other bytes");
  assert.ok(kept.includes(attachment.id) && logged.includes('"chunk"'), "the scan sees what is there");
  for (
    const [what, text] of [
      ["content", "hippopotame"],
      ["key", attachment.key],
      ["hash", attachment.hash],
      ["content in base64", toBase64url(SECRET).slice(0, 40)],
    ] as const
  ) {
    assert.ok(!kept.includes(text), `${what} is in the database`);
    assert.ok(!logged.includes(text), `${what} is in the log`);
  }
  // What was let go is overwritten, not only unlinked.
  assert.ok(!after.includes(latin1(marker.subarray(0, 64))));
});
