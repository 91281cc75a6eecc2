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
  /** Bytes of the files of messages, and of those that wait for theirs; null of a desk that is behind. */
  readonly files: { readonly kept: number; readonly waiting: number } | null;
}

/** Looks at the desk at `url` (see {@linkcode inspectDatabase}). @throws {DatabaseFault} */
export function inspectDesk(
  options: { readonly url: string; readonly authToken?: string | undefined },
): Promise<DeskInspection> {
  return inspectDatabase({ ...options, ...DESK }, async (connection, behind) => {
    if (behind) return { behind, changedAt: null, files: null };
    const { rows: [latest] } = await connection.execute("select at from change order by no desc limit 1", []);
    const at = latest?.["at"];
    const { rows: [files] } = await connection.execute(
      "select bytes as kept, (select ifnull(sum(size), 0) from upload) as waiting from file_room",
      [],
    );
    return {
      behind,
      changedAt: typeof at === "number" ? at : null,
      files: { kept: Number(files?.["kept"]), waiting: Number(files?.["waiting"]) },
    };
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
