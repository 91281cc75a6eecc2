/**
 * What lies in an agent's folder, and how it comes to be there (contract: pacerelle §2). Names under `.new` are drafts: they
 * count for nothing until they are renamed.
 * @module
 */
import { join } from "node:path";
import type { Env } from "../../base/env.ts";
import { readFully, writeFully } from "./file_io.ts";
import { KEY_FILE_BYTES, makeKeyFile, type MasterKey, parseKeyFile } from "./key_file.ts";
import type { MailboxFs } from "./mailbox_fs.ts";
import { mailboxRefusal } from "./mailbox_refusal.ts";
import { NewGeneration } from "./new_generation.ts";
import { HEADER_BYTES, parseHeader } from "./state_header.ts";

const NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** Where an agent's files are. */
export interface StateFolder {
  readonly path: string;
  readonly state: string;
  readonly key: string;
  readonly newState: string;
  readonly newKey: string;
}

/** @throws {TypeError} a name that is not one plain folder name */
export function stateFolder(root: string, name: string): StateFolder {
  if (!NAME.test(name)) throw new TypeError("a mailbox's name holds letters, digits, _ and - only");
  const path = join(root, name);
  return {
    path,
    state: join(path, "state"),
    key: join(path, "key"),
    newState: join(path, "state.new"),
    newKey: join(path, "key.new"),
  };
}

/** What a folder holds before anything is read. */
export type FolderContent = "nothing" | "both" | "unfinished";

/**
 * Looks, and changes nothing. `unfinished`: a crash fell between the last two steps of making the state.
 * @throws {Refusal} `key-missing`, `state-missing`
 */
export async function lookInto(fs: MailboxFs, folder: StateFolder): Promise<FolderContent> {
  const [state, key, newKey] = [
    await fs.exists(folder.state),
    await fs.exists(folder.key),
    await fs.exists(folder.newKey),
  ];
  if (state && key) return "both";
  if (key) throw mailboxRefusal("state-missing", folder.path);
  if (!state) return "nothing";
  if (newKey) return "unfinished";
  throw mailboxRefusal("key-missing", folder.path);
}

/** Reads the key at `path`. @throws {Refusal} `key-damaged` */
export async function readKey(fs: MailboxFs, folder: StateFolder, path: string): Promise<MasterKey> {
  const file = await fs.open(path, "read");
  try {
    const whole = await file.size() === KEY_FILE_BYTES;
    const key = whole ? await parseKeyFile(await readFully(file, 0, KEY_FILE_BYTES)) : undefined;
    if (key === undefined) throw mailboxRefusal("key-damaged", folder.path);
    return key;
  } finally {
    await file.close();
  }
}

/**
 * Makes key and state where neither is. The key gets its name last: a crash leaves either drafts, which are made anew, or
 * `state` beside `key.new`, which {@linkcode finishMaking} completes.
 */
export async function makeState(
  fs: MailboxFs,
  folder: StateFolder,
  ownerId: string,
  env: Env,
): Promise<void> {
  await fs.makeFolder(folder.path);
  await fs.remove(folder.newKey);
  const bytes = await makeKeyFile(env);
  const keyFile = await fs.open(folder.newKey, "create");
  try {
    await writeFully(keyFile, 0, bytes);
    await keyFile.sync();
  } finally {
    bytes.fill(0);
    await keyFile.close();
  }
  const key = await readKey(fs, folder, folder.newKey);
  const first = await NewGeneration.begin(
    fs,
    folder.newState,
    key,
    { generation: 1, sequence: 0, ownerId },
    env,
  );
  try {
    await first.endSnapshot();
    await first.settle();
  } finally {
    await first.file.close();
  }
  // The draft's name must be on the disk before the state's is, or a crash could leave a state without any key.
  await fs.syncFolder(folder.path);
  await fs.rename(folder.newState, folder.state);
  await fs.syncFolder(folder.path);
  await nameKey(fs, folder);
}

/** Gives the draft of the key its name if it is the key of this state. @throws {Refusal} `key-missing` */
export async function finishMaking(fs: MailboxFs, folder: StateFolder, ownerId: string): Promise<void> {
  const key = await readKey(fs, folder, folder.newKey);
  const state = await fs.open(folder.state, "read");
  try {
    const header = await parseHeader(await readFully(state, 0, HEADER_BYTES), key, ownerId);
    if (typeof header === "string") throw mailboxRefusal("key-missing", folder.path);
  } finally {
    await state.close();
  }
  await nameKey(fs, folder);
}

async function nameKey(fs: MailboxFs, folder: StateFolder): Promise<void> {
  await fs.rename(folder.newKey, folder.key);
  await fs.syncFolder(folder.path);
}
