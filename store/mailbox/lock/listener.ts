/**
 * A socket that greets whoever connects with one line. The only place that knows which runtime it is on: under Deno,
 * sockets of `node:net` are inherited by child processes, and a lock would outlive its holder in any child that does.
 * @module
 */
import { createServer } from "node:net";

/** An open socket. */
export interface Listener {
  close(): Promise<void>;
}

/** Listens on a socket path (or a Windows pipe). @throws what the runtime throws, when the path is in use among others */
export function listen(path: string, greeting: () => string): Promise<Listener> {
  const isPipe = path.startsWith("\\\\");
  return "Deno" in globalThis && !isPipe
    ? Promise.resolve(listenOnDeno(path, greeting))
    : listenOnNode(path, greeting);
}

function listenOnDeno(path: string, greeting: () => string): Listener {
  const listener = Deno.listen({ transport: "unix", path });
  const greet = async (connection: Deno.Conn) => {
    try {
      await connection.write(new TextEncoder().encode(greeting()));
    } catch {
      // It went away before it was told.
    } finally {
      connection.close();
    }
  };
  const serve = async () => {
    for await (const connection of listener) void greet(connection);
  };
  const served = serve();
  return {
    close: async () => {
      listener.close();
      await served.catch(() => {});
    },
  };
}

function listenOnNode(path: string, greeting: () => string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(greeting());
      socket.resume();
    });
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      server.on("error", () => {});
      resolve({ close: () => new Promise((closed) => server.close(() => closed())) });
    });
  });
}
