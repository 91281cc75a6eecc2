/**
 * Where a test's desk lies: in a file of its own or, with `DESK_ON=server`, on what plays a libSQL server. So that what is
 * tested on a file is tested on a server by one variable (`tests/store/libsql/on_server_test.ts`).
 * @module
 */
import { serveHrana } from "./store/libsql/hrana_stand.ts";

/** A place for one desk. */
export interface DeskPlace extends AsyncDisposable {
  /** A folder of its own. */
  readonly folder: string;
  /** The database's file in it, whoever reads it. */
  readonly path: string;
  readonly url: string;
}

/** Makes one; who opened the database closes it first. */
export async function placeDesk(): Promise<DeskPlace> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/desk.db`;
  const stand = Deno.env.get("DESK_ON") === "server" ? serveHrana(path) : undefined;
  return {
    folder,
    path,
    url: stand?.url ?? `file:${path}`,
    async [Symbol.asyncDispose]() {
      await stand?.[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
