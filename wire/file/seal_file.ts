/**
 * A whole file, chunk by chunk, so that its size costs no memory.
 * @module
 */
import type { Attachment } from "../attachment.ts";
import { type Bytes, equalBytes, fromBase64url } from "../bytes.ts";
import { ChannelFault } from "../fault.ts";
import { sha256 } from "../hash.ts";
import { FileCipher, fileHash, type FileSecret } from "./file_cipher.ts";

/** Gives exactly `length` bytes of a file's content from `offset`, or throws. */
export type ReadContent = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * Seals a file and answers the hash to tell in its message. `write` gets each sealed chunk in its order. Call it once for a
 * secret: see `file_cipher.ts`.
 */
export async function sealFile(
  secret: FileSecret,
  read: ReadContent,
  write: (index: number, sealed: Bytes) => Promise<void>,
): Promise<string> {
  const cipher = await FileCipher.of(secret);
  const hashes: Bytes[] = [];
  for (let index = 0; index < cipher.layout.chunks; index++) {
    const { offset, length } = cipher.range(index);
    const sealed = await cipher.seal(index, length === 0 ? new Uint8Array() : await read(offset, length));
    hashes.push(await sha256(sealed));
    await write(index, sealed);
  }
  return await fileHash(secret, hashes);
}

/**
 * Opens a file: its content, chunk by chunk. What was given out counts only once the whole has been: the last step says
 * whether it is the file that the message tells of.
 * @throws {ChannelFault} FILE_ALTERED, and what `fetch` throws
 */
export async function* openFile(
  attachment: Pick<Attachment, "id" | "key" | "size" | "hash">,
  fetch: (index: number) => Promise<Bytes>,
): AsyncGenerator<Bytes, void> {
  const cipher = await FileCipher.of(attachment);
  const hashes: Bytes[] = [];
  for (let index = 0; index < cipher.layout.chunks; index++) {
    const sealed = await fetch(index);
    const content = await cipher.open(index, sealed);
    hashes.push(await sha256(sealed));
    if (content.length > 0) yield content;
  }
  const hash = await fileHash(attachment, hashes);
  if (!equalBytes(fromBase64url(hash), fromBase64url(attachment.hash))) {
    throw new ChannelFault("FILE_ALTERED");
  }
}
