/**
 * Reads a whole state file and gives its records in order; changes nothing.
 * @module
 */
import { type Bytes } from "./bytes.ts";
import { readFully } from "./file_io.ts";
import { FRAME_KINDS } from "./frame.ts";
import { FrameReader } from "./frame_reader.ts";
import type { MasterKey } from "./key_file.ts";
import type { MailboxFile } from "./mailbox_fs.ts";
import { type MailboxReason } from "./mailbox_refusal.ts";
import { HEADER_BYTES, parseHeader } from "./state_header.ts";

/** What a state file turned out to be. Offsets in bytes. */
export interface StateFacts {
  readonly generation: number;
  /** Records ever appended. */
  readonly sequence: number;
  readonly snapshotEnd: number;
  /** The end of the last whole frame; `size` is larger when the tail was torn. */
  readonly end: number;
  readonly size: number;
  /** Where the last write began; undefined when nothing was written since the snapshot. */
  readonly lastWriteAt: number | undefined;
  /** What the next frame is bound to. */
  readonly link: Bytes;
}

/** Calls `take` for each record. Gives the facts, or what is wrong: then what was taken counts for nothing. */
export async function readState(
  file: MailboxFile,
  master: MasterKey,
  ownerId: string,
  take: (record: unknown) => void,
): Promise<StateFacts | MailboxReason> {
  const header = await parseHeader(await readFully(file, 0, HEADER_BYTES), master, ownerId);
  if (typeof header === "string") return header;
  const size = await file.size();
  const reader = new FrameReader(file, master.key, HEADER_BYTES, header.tag);
  let { sequence } = header;
  let snapshotEnd: number | undefined;
  let segmentAt: number | undefined;
  let lastWriteAt: number | undefined;
  const frames = reader.read(size);
  for (let step = await frames.next();; step = await frames.next()) {
    if (step.done) {
      // A new generation gets its name when it is whole: a crash never cuts its snapshot.
      if (step.value === "damaged" || snapshotEnd === undefined) return "state-damaged";
      const { generation } = header;
      return { generation, sequence, snapshotEnd, end: reader.end, size, lastWriteAt, link: reader.link };
    }
    const { kind, at, end, text } = step.value;
    if (kind === FRAME_KINDS.segment) {
      segmentAt = at;
      continue;
    }
    if (kind === FRAME_KINDS.snapshotEnd) {
      snapshotEnd = end;
    } else {
      const records = JSON.parse(text) as readonly unknown[];
      for (const record of records) take(record);
      if (kind === FRAME_KINDS.batch) {
        sequence += records.length;
        lastWriteAt = segmentAt ?? at;
      }
    }
    segmentAt = undefined;
  }
}
