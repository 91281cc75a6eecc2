/**
 * Opens the desk's database where the settings say, and makes its folder when there is none yet.
 * @module
 */
import { dirname } from "node:path";
import type { Env } from "../../base/env.ts";
import { type DeskStore, openDeskStore } from "../../store/messagerie/open.ts";
import type { DatabaseSettings } from "./settings.ts";

/**
 * Opens, creates or migrates the database.
 * @throws {DatabaseFault}
 */
export async function openStore(settings: DatabaseSettings, env: Env): Promise<DeskStore> {
  if (settings.url.startsWith("file:")) {
    // A folder that cannot be made is told by the opening that fails for want of it.
    await Deno.mkdir(dirname(settings.url.slice("file:".length)), { recursive: true, mode: 0o700 })
      .catch(() => {});
  }
  return await openDeskStore({ url: settings.url, authToken: settings.authToken, env });
}
