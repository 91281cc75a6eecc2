/**
 * Looks at the desk's database, and copies it, without opening it as a server does.
 * @module
 */
import { copyDatabase } from "../libsql/copy_database.ts";
import { toDatabaseFault } from "../libsql/fault.ts";
import { canWrite, inspectDatabase, withFile } from "../libsql/inspect_database.ts";
import { DESK } from "./open.ts";

/** What was found. */
export interface DeskInspection {
  /** Whether the next start migrates it. */
  readonly behind: boolean;
  /** When the latest change was made, by the clock of who made it; null when none is kept. */
  readonly changedAt: number | null;
  /** Bytes of files, those that wait for their message included; null of a desk that is behind. */
  readonly fileBytes: number | null;
}

/** Looks at the desk at `url` (see {@linkcode inspectDatabase}). @throws {DatabaseFault} */
export function inspectDesk(
  options: { readonly url: string; readonly authToken?: string | undefined },
): Promise<DeskInspection> {
  return inspectDatabase({ ...options, ...DESK }, async (connection, behind) => {
    if (behind) return { behind, changedAt: null, fileBytes: null };
    const { rows: [latest] } = await connection.execute("select at from change order by no desc limit 1", []);
    const at = latest?.["at"];
    const { rows: [files] } = await connection.execute(
      "select (select bytes from file_room) + (select ifnull(sum(size), 0) from upload) as bytes",
      [],
    );
    return { behind, changedAt: typeof at === "number" ? at : null, fileBytes: Number(files?.["bytes"]) };
  });
}

/** Whether a write to the desk's file can begin within two seconds; changes nothing. @throws {DatabaseFault} `readonly` */
export async function canWriteDesk(path: string): Promise<boolean> {
  try {
    return await withFile(path, canWrite);
  } catch (error) {
    throw toDatabaseFault(error);
  }
}

/**
 * Copies the desk's file `from` to `to` (see {@linkcode copyDatabase}).
 * @throws {DatabaseFault}
 * @throws {PlaceTaken}
 */
export function copyDesk(
  options: { readonly from: string; readonly to: string; readonly replace?: boolean },
): Promise<void> {
  return copyDatabase({ ...options, ...DESK });
}
