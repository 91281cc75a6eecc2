/**
 * The stdio server whose every step outward can be its last: each write to disk, each fsync, each frame to and from the
 * relay, each call about files, each line to the host is counted, before and after. `KILL_AT=n` ends the process with SIGKILL at the nth, in the
 * middle of a write where that is one; `STEPS=path` takes the names of all steps.
 * @module
 */
import { appendFileSync } from "node:fs";
import process from "node:process";
import { Writable } from "node:stream";
import { loadConnect } from "../../server/pacerelle/connect.ts";
import { startPacerelle } from "../../server/pacerelle/start_pacerelle.ts";
import type { MailboxFile, MailboxFs } from "../../store/mailbox/mailbox_fs.ts";
import { nodeFs } from "../../store/mailbox/node_fs.ts";
import type { Connect } from "../../wire/endpoint/socket.ts";

const killAt = Number(process.env["KILL_AT"] ?? Infinity);
const steps = process.env["STEPS"];
let count = 0;

/** Whether this step is the last one. */
function isLast(name: string): boolean {
  if (steps !== undefined) appendFileSync(steps, `${name}\n`);
  return ++count === killAt;
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal may take a moment: nothing more is to happen.
  for (;;);
}

function step(name: string): void {
  if (isLast(name)) die();
}

const stepFile = (file: MailboxFile, name: string): MailboxFile => ({
  ...file,
  read: (target, position) => file.read(target, position),
  size: () => file.size(),
  truncate: (size) => file.truncate(size),
  close: () => file.close(),
  write: async (source, position) => {
    if (isLast(`${name}: write half`)) {
      await file.write(source.subarray(0, source.length >> 1), position);
      die();
    }
    const written = await file.write(source, position);
    step(`${name}: written`);
    return written;
  },
  sync: async () => {
    await file.sync();
    step(`${name}: synced`);
  },
});

const fs: MailboxFs = {
  ...nodeFs,
  open: async (path, mode) => stepFile(await nodeFs.open(path, mode), path.slice(path.lastIndexOf("/") + 1)),
  rename: async (from, to) => {
    step("rename");
    await nodeFs.rename(from, to);
    step("renamed");
  },
};

const open = await loadConnect();
const frameType = (text: string) => /"type":"(\w+)"/.exec(text)?.[1] ?? "?";
const connect: Connect = (url, events) => {
  const socket = open(url, {
    onClose: () => events.onClose(),
    onMessage: (text) => {
      step(`from relay: ${frameType(text)}`);
      events.onMessage(text);
    },
  });
  return {
    send: (text) => {
      step(`to relay: ${frameType(text)}`);
      socket.send(text);
      step(`told relay: ${frameType(text)}`);
    },
    close: () => socket.close(),
  };
};

/** What a call is about, where it is about files. */
const fileCall = (input: unknown, method: string) =>
  /\/v1\/(?:files\/|announceFile|releaseFiles)/.exec(String(input))
    ? `${method} ${String(input).split("/v1/")[1]?.slice(0, 12)}`
    : undefined;
const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const about = fileCall(input, init?.method ?? "GET");
  if (about !== undefined) step(`calls ${about}`);
  const response = await realFetch(input, init);
  if (about !== undefined) step(`called ${about}`);
  return response;
};

const output = new Writable({
  write(chunk, _encoding, done) {
    step("to host");
    process.stdout.write(chunk, (error) => {
      step("told host");
      done(error);
    });
  },
});

await startPacerelle({ environment: (variable) => process.env[variable] }, { fs, connect, output });
