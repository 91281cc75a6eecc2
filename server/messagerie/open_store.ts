/**
 * Opens the desk's database where the settings say, and makes its folder when there is none yet.
 * @module
 */
import { dirname } from "node:path";
import type { Env } from "../../base/env.ts";
import { pathOf } from "../../store/libsql/database.ts";
import { type DeskStore, openDeskStore } from "../../store/messagerie/open.ts";
import type { DatabaseSettings } from "./settings.ts";

/**
 * Opens, creates or migrates the database.
 * @throws {DatabaseFault}
 */
export async function openStore(settings: DatabaseSettings, env: Env): Promise<DeskStore> {
  const path = pathOf(settings.url);
  if (path !== undefined) {
    // What cannot be made is told by the opening that fails for want of it.
    await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => {});
    // SQLite would let the umask decide who reads a new file; to its log it gives the file's own mode. A file that is there
    // is not opened: closing it would end every lock that this process has on it, another connection's too (POSIX).
    await Deno.open(path, { write: true, createNew: true, mode: 0o600 }).then(
      (file) => file.close(),
      () => {},
    );
  }
  return await openDeskStore({ url: settings.url, authToken: settings.authToken, env });
}
