/**
 * Sealed files: what was cut off, moved, swapped or altered does not open; sizes are steps; nothing depends on luck.
 * @covers pacerelle-web.files.sealed
 * @covers pacerelle-web.files.padded
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { systemEnv } from "../../../base/env.ts";
import type { Bytes } from "../../../wire/bytes.ts";
import { concat, fromBase64url, fromHex, toBase64url } from "../../../wire/bytes.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { FileCipher, type FileSecret, newFileSecret } from "../../../wire/file/file_cipher.ts";
import { fileLayout } from "../../../wire/file/layout.ts";
import { openFile, sealFile } from "../../../wire/file/seal_file.ts";
import { FILE_CHUNK_BYTES, MAX_FILE_BYTES, MAX_FILE_CHUNKS } from "../../../wire/limits.ts";

const bytes = (size: number, seed = 1) => Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed) % 251);

interface Sealed {
  readonly secret: FileSecret & { readonly hash: string };
  readonly chunks: Bytes[];
}

async function seal(content: Uint8Array, secret = newFileSecret(systemEnv, content.length)): Promise<Sealed> {
  const chunks: Bytes[] = [];
  const read = (offset: number, length: number) => Promise.resolve(content.subarray(offset, offset + length));
  const hash = await sealFile(secret, read, (_index, sealed) => Promise.resolve(void chunks.push(sealed)));
  return { secret: { ...secret, hash }, chunks };
}

const open = async (secret: Sealed["secret"], chunks: readonly Bytes[]) =>
  concat(
    ...await Array.fromAsync(openFile(secret, (index) => Promise.resolve(chunks[index] ?? new Uint8Array()))),
  );

const isAltered = (opening: Promise<unknown>) =>
  assert.rejects(opening, (error) => error instanceof ChannelFault && error.code === "FILE_ALTERED");

Deno.test("openFile() gives back what sealFile() was given, at every edge of a chunk", async () => {
  const edges = [0, 1, 255, 256, 257, FILE_CHUNK_BYTES - 1, FILE_CHUNK_BYTES, FILE_CHUNK_BYTES + 1];
  for (const size of [...edges, 2 * FILE_CHUNK_BYTES, 9 * FILE_CHUNK_BYTES + 5]) {
    const content = bytes(size);
    const { secret, chunks } = await seal(content);
    const { chunks: count, sealedBytes } = fileLayout(size);
    assert.equal(chunks.length, count);
    assert.ok(chunks.every(({ length }) => length === sealedBytes));
    assert.deepEqual(await open(secret, chunks), content, `${size}`);
  }
});

Deno.test("the same seal twice is the same bytes; another file's is another", async () => {
  const content = bytes(1_000);
  const one = await seal(content);
  assert.deepEqual((await seal(content, one.secret)).chunks, one.chunks);
  assert.equal((await seal(content, one.secret)).secret.hash, one.secret.hash);
  assert.notDeepEqual((await seal(content)).chunks, one.chunks);
  const other = await seal(bytes(1_000, 2), one.secret);
  assert.notEqual(other.secret.hash, one.secret.hash);
});

Deno.test("whatever is done to the chunks is found out", async () => {
  const content = bytes(5 * FILE_CHUNK_BYTES - 7);
  const { secret, chunks } = await seal(content);
  const [other, shorter] = [await seal(content), await seal(bytes(2 * FILE_CHUNK_BYTES))];
  const swapped = [chunks[1]!, chunks[0]!, ...chunks.slice(2)];
  const cases: Record<string, Bytes[]> = {
    "the last chunk missing": chunks.slice(0, -1),
    "an inner one missing": chunks.filter((_, index) => index !== 2),
    "two in each other's place": swapped,
    "one twice": [chunks[0]!, chunks[0]!, ...chunks.slice(2)],
    "one of another file": [other.chunks[0]!, ...chunks.slice(1)],
    "all of another file": other.chunks,
    "all of a shorter file": shorter.chunks,
    "one cut": [chunks[0]!.slice(1), ...chunks.slice(1)],
    "one empty": [new Uint8Array(), ...chunks.slice(1)],
  };
  for (const [name, given] of Object.entries(cases)) {
    await isAltered(open(secret, given)).catch((error) => assert.fail(`${name}: ${error}`));
  }
  await fc.assert(
    fc.asyncProperty(
      fc.nat(chunks.length - 1),
      fc.nat(chunks[0]!.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (index, at, flip) => {
        const altered = chunks.map((chunk) => chunk.slice());
        altered[index]![at] = altered[index]![at]! ^ flip;
        await isAltered(open(secret, altered));
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("a size that the message tells wrongly, a key, an id or a hash that is another's opens nothing", async () => {
  const { secret, chunks } = await seal(bytes(1_000));
  const other = await seal(bytes(1_000));
  for (
    const change of [
      { size: 999 },
      { size: 1_001 },
      { size: 200 },
      { key: other.secret.key },
      { id: other.secret.id },
      { hash: other.secret.hash },
    ]
  ) await isAltered(open({ ...secret, ...change }, chunks));
});

Deno.test("one who knows the key cannot put another content in a file's place", async () => {
  const mine = await seal(bytes(1_000));
  // Another recipient of the message has the key, and the relay's help.
  const theirs = await seal(bytes(1_000, 9), mine.secret);
  const cipher = await FileCipher.of(mine.secret);
  assert.deepEqual(await cipher.open(0, theirs.chunks[0]!), bytes(1_000, 9), "each chunk opens");
  await isAltered(open(mine.secret, theirs.chunks));
});

Deno.test("padding that is not zeros is refused", async () => {
  const secret = { id: "0".repeat(32), key: toBase64url(new Uint8Array(32)), size: 250 };
  const longer = await seal(bytes(256), { ...secret, size: 250 + 6 });
  // The size is part of what is authenticated: claimed smaller, nothing opens.
  await isAltered(open({ ...secret, hash: longer.secret.hash }, longer.chunks));
});

Deno.test("seal() takes a chunk's own content alone", async () => {
  const cipher = await FileCipher.of(newFileSecret(systemEnv, 1_000));
  await assert.rejects(cipher.seal(0, bytes(999)), RangeError);
});

Deno.test("layouts are few, hold any size, and waste a quarter at most above one chunk", () => {
  const seen = new Set<string>();
  for (let size = 0; size <= MAX_FILE_BYTES; size += size < 300_000 ? 97 : 8_191) {
    const { chunks, chunkBytes } = fileLayout(size);
    assert.ok(chunks * chunkBytes >= size && chunks <= MAX_FILE_CHUNKS);
    if (chunks > 1) assert.ok(chunks <= Math.ceil(Math.ceil(size / chunkBytes) * 1.25), `${size}`);
    seen.add(`${chunks} ${chunkBytes}`);
  }
  assert.equal(fileLayout(MAX_FILE_BYTES).chunks, MAX_FILE_CHUNKS);
  assert.equal(seen.size, 36);
});

Deno.test("chunks and hash are as docs/channel.md says, made here by other means", async () => {
  const { secret, chunks } = await seal(bytes(FILE_CHUNK_BYTES + 1));
  const raw = await crypto.subtle.importKey("raw", fromBase64url(secret.key), "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: fromHex(secret.id),
      info: new TextEncoder().encode("pacerelle/file/1"),
    },
    raw,
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  );
  const text = (value: string) => {
    const encoded = new TextEncoder().encode(value);
    return concat(Uint8Array.of(0, 0, 0, encoded.length), encoded);
  };
  const integer = (value: number) => {
    const encoded = new Uint8Array(8);
    new DataView(encoded.buffer).setBigUint64(0, BigInt(value));
    return encoded;
  };
  const field = (value: Bytes) => concat(Uint8Array.of(0, 0, 0, value.length), value);
  for (const [index, sealed] of chunks.entries()) {
    const iv = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, index, index === chunks.length - 1 ? 1 : 0);
    const head = [text("pacerelle/file-chunk/1"), field(fromHex(secret.id)), integer(secret.size)];
    const additionalData = concat(...head, integer(index));
    const padded = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed);
    assert.equal(padded.byteLength, FILE_CHUNK_BYTES);
  }
  const hashes = await Promise.all(chunks.map((chunk) => crypto.subtle.digest("SHA-256", chunk)));
  const record = concat(
    text("pacerelle/file/1"),
    field(fromHex(secret.id)),
    integer(secret.size),
    integer(chunks.length),
    ...hashes.map((hash) => field(new Uint8Array(hash))),
  );
  assert.equal(toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", record))), secret.hash);
});
