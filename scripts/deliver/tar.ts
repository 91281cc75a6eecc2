/**
 * A tar archive (POSIX ustar) of a few files: the same bytes for the same files, on any platform.
 * @module
 */

/** One file. */
export interface TarEntry {
  /** ASCII, 100 characters at most. */
  readonly name: string;
  readonly mode: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

const BLOCK = 512;

/** The archive, in parts. */
export function tar(entries: readonly TarEntry[]): Uint8Array<ArrayBuffer>[] {
  const parts = entries.flatMap((entry) => [
    header(entry),
    entry.content,
    new Uint8Array((BLOCK - entry.content.length % BLOCK) % BLOCK),
  ]);
  return [...parts, new Uint8Array(2 * BLOCK)];
}

function header({ name, mode, content }: TarEntry): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0") + "\0";
  put(name, 0);
  put(octal(mode, 8), 100);
  // Owner and group 0, time 0: they say nothing here.
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(content.length, 12), 124);
  put(octal(0, 12), 136);
  put("0", 156);
  put("ustar\x0000", 257);
  // The sum is taken with eight blanks in its own place.
  put(" ".repeat(8), 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(octal(sum, 7), 148);
  return block;
}
