/**
 * No nonce is used twice under a key: every call to Web Crypto is watched while tails are cut, writes fail, backups are put
 * back and generations pass. A key is known by what it is derived from, whichever secret that was.
 * @covers pacerelle.store.nonce
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { backUp, batchOf, openDesk, STATE } from "./desk.ts";
import { MemoryFs, seeded } from "./memory_fs.ts";

const text = (bytes: BufferSource) =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes as Uint8Array).toString("hex");

/** Runs `work`; gives each key-and-nonce that sealed something, with a digest of what it sealed. */
async function watched(work: () => Promise<void>): Promise<readonly { use: string; content: string }[]> {
  const { deriveKey, encrypt } = crypto.subtle;
  const origins = new WeakMap<CryptoKey, string>();
  const uses: { use: string; content: string }[] = [];
  crypto.subtle.deriveKey = async (...args: Parameters<SubtleCrypto["deriveKey"]>) => {
    const key = await deriveKey.apply(crypto.subtle, args);
    const { salt, info } = args[0] as HkdfParams;
    origins.set(key, `${text(salt)} ${text(info)}`);
    return key;
  };
  crypto.subtle.encrypt = (...args: Parameters<SubtleCrypto["encrypt"]>) => {
    const [algorithm, key, data] = args as [AesGcmParams, CryptoKey, BufferSource];
    const origin = origins.get(key);
    assert.ok(origin, "something is sealed under a key that was not derived");
    const content = `${text(data)} ${text(algorithm.additionalData!)}`;
    uses.push({ use: `${origin} ${text(algorithm.iv)}`, content });
    return encrypt.apply(crypto.subtle, args);
  };
  try {
    await work();
  } finally {
    // The prototype's own come back.
    delete (crypto.subtle as Partial<SubtleCrypto>).deriveKey;
    delete (crypto.subtle as Partial<SubtleCrypto>).encrypt;
  }
  return uses;
}

function assertOnce(uses: readonly { use: string }[]): void {
  const seen = new Set<string>();
  for (const { use } of uses) {
    assert.ok(!seen.has(use), `used twice: ${use}`);
    seen.add(use);
  }
  assert.ok(seen.size > 0);
}

/** Appends one batch in a process of its own. */
async function store(fs: MemoryFs, batch: number, content: string): Promise<void> {
  const { journal } = await openDesk({ fs });
  await journal.append(batchOf(batch, 1, content));
  await journal.close();
}

Deno.test("a tail that was cut is overwritten under another subkey, at the same place", async () => {
  const uses = await watched(async () => {
    const fs = new MemoryFs();
    await store(fs, 1, "avant");
    const before = fs.get(STATE)!;
    for (const content of ["un", "deux", "trois"]) {
      await store(fs, 2, content);
      // All but the last bytes of that batch reached the disk.
      fs.put(STATE, fs.get(STATE)!.slice(0, -1));
      const { journal, entries } = await openDesk({ fs });
      assert.equal(entries.length, 1);
      await journal.close();
      fs.put(STATE, before);
    }
  });
  assertOnce(uses);
});

Deno.test("a backup that is put back goes on under other subkeys than those used since", async () => {
  const uses = await watched(async () => {
    const fs = new MemoryFs();
    await store(fs, 1, "avant la sauvegarde");
    const backup = backUp(fs);
    for (const branch of ["A", "B", "C"]) {
      for (const [path, bytes] of backup) fs.put(path, bytes);
      await store(fs, 2, `branche ${branch}`);
      const { journal } = await openDesk({ fs });
      await journal.compact();
      await journal.append(batchOf(3, 2, `branche ${branch}`));
      await journal.close();
    }
  });
  assertOnce(uses);
});

Deno.test("failed writes, crashes and compactions bring no nonce back", async () => {
  const uses = await watched(async () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = seeded(seed);
      let fs = new MemoryFs();
      for (let life = 0; life < 4; life++) {
        const failAt = Math.floor(random() * 60);
        fs.fault = (call) => call === failAt ? (random() < 0.5 ? "EIO" : "crash-after") : undefined;
        fs.calls = 0;
        try {
          const { journal } = await openDesk({ fs });
          const compaction = journal.compact().catch(() => {});
          for (let batch = 0; batch < 4; batch++) {
            await journal.append(batchOf(life * 10 + batch, 1, `${seed}`)).catch(() => {});
          }
          await compaction;
          await journal.close();
        } catch {
          // The next life finds what there is.
        }
        fs.fault = () => undefined;
        if (fs.crashed) fs = fs.afterCrash(random);
      }
    }
  });
  assert.ok(uses.length > 1000);
  assertOnce(uses);
});
