/**
 * Where a test's desk lies: in a file of its own or, with `DESK_ON=server`, on what plays a libSQL server. So that what is
 * tested on a file is tested on a server by one variable; what the suite does there itself is in
 * `tests/server/messagerie/on_server_test.ts`. Not all can: tests that move time by hand and look at once what became of it
 * (the outbound worker's) need a database that answers at once, and some are about the file; those ask for one.
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

/** Makes one; who opened the database closes it first. `on`: "file" where the test holds on a file alone. */
export async function placeDesk(on = Deno.env.get("DESK_ON")): Promise<DeskPlace> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/desk.db`;
  const stand = on === "server" ? serveHrana(path) : undefined;
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
