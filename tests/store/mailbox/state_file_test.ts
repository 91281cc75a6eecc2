/**
 * docs/state-file.md is true: a parser that knows only its tables, and no code of the store, reads a real file.
 * @covers pacerelle.store.format
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { batchOf, FOLDER, KEY, openDesk, OWNER, STATE } from "./desk.ts";
import { MemoryFs } from "./memory_fs.ts";

/** The rows `| offset | bytes | field |` under a heading of the page. */
function fieldsUnder(heading: string): readonly { offset: number; bytes: number; field: string }[] {
  const page = readFileSync(new URL("../../../docs/state-file.md", import.meta.url), "utf8");
  const section = page.split(`## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return [...section.matchAll(/^\| *(\d+) *\| *(\d+|…) *\| (.+?) *\|$/gm)].map((
    [, offset, bytes, field],
  ) => ({
    offset: Number(offset),
    bytes: Number(bytes),
    field: field!,
  }));
}

function reader(heading: string, bytes: Uint8Array) {
  const fields = fieldsUnder(heading);
  return (start: string): Buffer => {
    const row = fields.find(({ field }) => field.startsWith(start));
    assert.ok(row, `the page names no field "${start}" under ${heading}`);
    const end = Number.isNaN(row.bytes) ? undefined : row.offset + row.bytes;
    return Buffer.from(bytes.subarray(row.offset, end));
  };
}

function open(subkey: Buffer, nonce: Buffer, sealed: Buffer, ...additional: readonly Uint8Array[]): string {
  const decipher = createDecipheriv("aes-256-gcm", subkey, nonce);
  decipher.setAAD(Buffer.concat(additional));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString("utf8");
}

Deno.test("docs/state-file.md describes the bytes of a file with two generations and two processes", async () => {
  const fs = new MemoryFs();
  const first = await openDesk({ fs });
  await first.journal.append(batchOf(1, 2));
  await first.journal.compact();
  await first.journal.append(batchOf(2, 1));
  await first.journal.close();
  const second = await openDesk({ fs });
  await second.journal.append(batchOf(3, 3));
  await second.journal.close();
  assert.deepEqual(fs.paths, [KEY, STATE], FOLDER);

  const keyBytes = fs.get(KEY)!;
  const key = reader("Key file", keyBytes);
  const checked = createHash("sha256").update(keyBytes.subarray(0, 56)).digest().subarray(0, 8);
  assert.equal(key("`PCRLKEY1`").toString(), "PCRLKEY1");
  assert.deepEqual(key("first bytes of SHA-256"), checked);
  assert.equal(keyBytes.length, 64);
  const subkey = (salt: Buffer, purpose: string) =>
    Buffer.from(hkdfSync("sha256", key("secret"), salt, `pacerelle/mailbox/1/${purpose}`, 32));

  const file = fs.get(STATE)!;
  const header = reader("State file: header", file);
  assert.equal(header("`PCRLBOX1`").toString(), "PCRLBOX1");
  assert.equal(header("format version").readUInt16BE(), 1);
  assert.equal(header("suite").readUInt16BE(), 1);
  assert.equal(header("zero").readUInt32BE(), 0);
  assert.deepEqual(header("key id"), key("key id"));
  assert.equal(header("generation").readBigUInt64BE(), 2n);
  assert.equal(header("records ever appended").readBigUInt64BE(), 2n);
  const owner = createHash("sha256").update(`pacerelle/mailbox/1/owner\n${OWNER}`).digest();
  assert.deepEqual(header("SHA-256 of"), owner);
  open(subkey(header("salt"), "header"), Buffer.alloc(12), header("tag"), file.subarray(0, 112));

  let link = header("tag");
  let segment: Buffer | undefined;
  let counter = 0;
  const frames: { kind: number; records: unknown }[] = [];
  for (let at = 128; at < file.length;) {
    const size = Buffer.from(file.buffer, at, 4).readUInt32BE() * 64;
    const bytes = file.subarray(at, at + size);
    const frame = reader("State file: frames", bytes);
    const kind = frame("kind").readUInt32BE();
    const nonce = (part: number) => {
      const whole = Buffer.alloc(12);
      whole.writeUInt32BE(part, 0);
      whole.writeBigUInt64BE(BigInt(counter), 4);
      return whole;
    };
    const rest = frame("kind 1");
    if (kind === 1) {
      segment = subkey(rest.subarray(0, 32), "segment");
      counter = 0;
      open(segment, nonce(0), frame("head tag"), link, bytes.subarray(0, 8), bytes.subarray(24, 64));
      assert.equal(size, 64);
      assert.deepEqual(rest.subarray(32), Buffer.alloc(8));
      link = frame("head tag");
      frames.push({ kind, records: undefined });
    } else {
      open(segment!, nonce(0), frame("head tag"), link, bytes.subarray(0, 8));
      const text = open(segment!, nonce(1), rest, link, bytes.subarray(0, 24));
      link = rest.subarray(-16);
      frames.push({ kind, records: JSON.parse(text) });
    }
    counter++;
    at += size;
  }
  assert.deepEqual(frames, [
    { kind: 1, records: undefined },
    { kind: 2, records: batchOf(1, 2) },
    { kind: 3, records: [] },
    { kind: 4, records: batchOf(2, 1) },
    { kind: 1, records: undefined },
    { kind: 4, records: batchOf(3, 3) },
  ]);
});
