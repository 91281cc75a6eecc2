/**
 * Opens the desk's database.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { StatementObserver } from "../libsql/connection.ts";
import { type Database, openDatabase } from "../libsql/database.ts";
import * as desk from "./migrations/0001_desk.ts";
import * as accounts from "./migrations/0002_accounts.ts";
import * as inbox from "./migrations/0003_inbox.ts";
import * as widget from "./migrations/0004_widget.ts";
import * as numbers from "./migrations/0005_numbers.ts";
import * as fileRoom from "./migrations/0006_file_room.ts";
import type { DeskSchema } from "./schema.ts";

/** "MSGR": marks a database file as Messagerie's. */
const APPLICATION_ID = 0x4d534752;

/** What makes a database a desk's. */
export const DESK = {
  applicationId: APPLICATION_ID,
  migrations: {
    "0001_desk": desk,
    "0002_accounts": accounts,
    "0003_inbox": inbox,
    "0004_widget": widget,
    "0005_numbers": numbers,
    "0006_file_room": fileRoom,
  },
} as const;

/** The desk's database. */
export type DeskStore = Database<DeskSchema>;

/**
 * Opens, creates or migrates the desk's database at `url`.
 * @throws {DatabaseFault}
 */
export function openDeskStore(
  options: {
    readonly url: string;
    readonly authToken?: string | undefined;
    readonly env: Env;
    readonly onStatement?: StatementObserver | undefined;
  },
): Promise<DeskStore> {
  return openDatabase<DeskSchema>({ ...options, ...DESK });
}
