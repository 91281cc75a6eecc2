/**
 * Sealed files: announced, filled chunk by chunk, fetched once they are whole, gone when no recipient needs them any more.
 * Call what writes in a transaction.
 * @module
 */
import { sql } from "kysely";
import { isAgentId } from "../../wire/ids.ts";
import type { RelayQuerier } from "./open.ts";
import type { FileTable } from "./schema.ts";

/** A file to be announced. */
export interface NewFile {
  readonly id: string;
  readonly account: string;
  readonly sender: string;
  readonly chunks: number;
  readonly sealedBytes: number;
  readonly at: number;
}

export function findFile(db: RelayQuerier, id: string): Promise<FileTable | undefined> {
  return db.selectFrom("file").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertFile(db: RelayQuerier, file: NewFile): Promise<void> {
  await db.insertInto("file").values({
    id: file.id,
    account: file.account,
    sender: file.sender,
    chunks: file.chunks,
    sealed_bytes: file.sealedBytes,
    reserved: file.chunks * file.sealedBytes,
    created_at: file.at,
    whole_at: null,
  }).execute();
}

/** Files and bytes that an account has, or has announced. */
export async function filesOf(
  db: RelayQuerier,
  account: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows: [row] } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(reserved), 0) as bytes from file where account = ${account}
  `.execute(db);
  return row ?? { count: 0, bytes: 0 };
}

/** Bytes that the files of all accounts take or were promised. */
export async function allFileBytes(db: RelayQuerier): Promise<number> {
  return (await db.selectFrom("file_room").select("bytes").executeTakeFirstOrThrow()).bytes;
}

export async function addRecipients(
  db: RelayQuerier,
  file: string,
  endpoints: readonly string[],
): Promise<void> {
  await db.insertInto("file_recipient").values(endpoints.map((endpoint) => ({ file, endpoint })))
    .onConflict((conflict) => conflict.doNothing()).execute();
}

/** Chunks that are here, ascending. */
export async function heldChunks(db: RelayQuerier, file: string): Promise<number[]> {
  const rows = await db.selectFrom("file_chunk").select("place").where("file", "=", file).orderBy("place")
    .execute();
  return rows.map(({ place }) => place);
}

export async function findChunk(
  db: RelayQuerier,
  file: string,
  place: number,
): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("file_chunk").select("body").where("file", "=", file)
    .where("place", "=", place).executeTakeFirst();
  return row?.body;
}

/** Keeps a chunk that is not here yet, and notes when the file is whole. */
export async function insertChunk(
  db: RelayQuerier,
  { id, chunks }: Pick<FileTable, "id" | "chunks">,
  place: number,
  body: Uint8Array,
  now: number,
): Promise<void> {
  await db.insertInto("file_chunk").values({ file: id, place, body }).execute();
  await sql`update file set whole_at = ${now} where id = ${id}
    and (select count(*) from file_chunk where file = ${id}) = ${chunks}`.execute(db);
}

async function deleteFile(db: RelayQuerier, id: string): Promise<void> {
  await db.deleteFrom("file_chunk").where("file", "=", id).execute();
  await db.deleteFrom("file_recipient").where("file", "=", id).execute();
  await db.deleteFrom("file").where("id", "=", id).execute();
}

/** `endpoint` needs these files of its account no more: its own go at once, others when nobody else needs them. */
export async function releaseFiles(
  db: RelayQuerier,
  ids: readonly string[],
  { account, endpoint }: { readonly account: string; readonly endpoint: string },
): Promise<void> {
  for (const id of ids) {
    const file = await findFile(db, id);
    if (file?.account !== account) continue;
    await db.deleteFrom("file_recipient").where("file", "=", id).where("endpoint", "=", endpoint).execute();
    if (file.sender === endpoint || !(await isAwaited(db, id))) await deleteFile(db, id);
  }
}

/**
 * An endpoint left: it needs nothing more. What it did not finish nobody will, and with an agent goes all that it sent: these
 * take no room from now on, and the next sweep, which deletes a few at a time, finds them old.
 */
export async function releaseAllOf(db: RelayQuerier, endpoint: string): Promise<void> {
  const rows = await db.selectFrom("file_recipient").select("file").where("endpoint", "=", endpoint)
    .execute();
  await db.deleteFrom("file_recipient").where("endpoint", "=", endpoint).execute();
  for (const { file } of rows) if (!(await isAwaited(db, file))) await deleteFile(db, file);
  const own = db.updateTable("file").set({ created_at: 0, reserved: 0 }).where("sender", "=", endpoint);
  await (isAgentId(endpoint) ? own : own.where("whole_at", "is", null)).execute();
}

/** Deletes at most `limit` files that were announced before `before`; answers how many. */
export async function deleteOldFiles(db: RelayQuerier, before: number, limit: number): Promise<number> {
  const rows = await db.selectFrom("file").select("id").where("created_at", "<", before)
    .orderBy("created_at").limit(limit).execute();
  for (const { id } of rows) await deleteFile(db, id);
  return rows.length;
}

async function isAwaited(db: RelayQuerier, file: string): Promise<boolean> {
  const row = await db.selectFrom("file_recipient").select("endpoint").where("file", "=", file).limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
