/**
 * Moves what is committed from a file's write-ahead log into the file, beside the thread that serves: a checkpoint waits
 * for the disk, and a commit that had to do it would wait with it. Runs as a worker, on a connection of its own.
 * @module
 */
import NativeDatabase from "libsql";

/** What the worker is told: to open a file, to move now, or to end. */
export type CheckpointOrder = { readonly open: string } | "checkpoint" | "end";

const worker = globalThis as unknown as {
  onmessage: ((event: MessageEvent<CheckpointOrder>) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
};

let database: InstanceType<typeof NativeDatabase> | undefined;

worker.onmessage = ({ data }) => {
  try {
    if (data === "checkpoint") database?.prepare("pragma wal_checkpoint(passive)").all();
    else if (data === "end") database?.close();
    else {
      database = new NativeDatabase(data.open);
      database.exec("pragma busy_timeout = 0");
    }
  } catch {
    // Another process is at it, or the disk is full: the next order comes soon.
  }
  worker.postMessage("done");
  if (data === "end") worker.close();
};
