/**
 * Whole reads and writes over a file that may do either in parts.
 * @module
 */
import type { Bytes } from "./bytes.ts";
import type { MailboxFile } from "./mailbox_fs.ts";

/** Reads `length` bytes from `position`, fewer only at the end of the file. */
export async function readFully(file: MailboxFile, position: number, length: number): Promise<Bytes> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const got = await file.read(bytes.subarray(done), position + done);
    if (got === 0) return bytes.slice(0, done);
    done += got;
  }
  return bytes;
}

/** Writes all of `bytes` at `position`. @throws what the file throws, or an Error when it takes nothing */
export async function writeFully(file: MailboxFile, position: number, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const put = await file.write(bytes.subarray(done), position + done);
    if (put === 0) throw new Error("the file takes no more bytes");
    done += put;
  }
}
