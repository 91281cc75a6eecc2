/**
 * Calls of the relay over each runtime's HTTP: Deno's `fetch`, and what Node has in its place.
 * @covers pacerelle.relay.asked-alike
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { commandOf } from "./stdio_process.ts";

const PROGRAM = new URL("./ask_relay_main.ts", import.meta.url).pathname;

/** What each path answers; `seen` is what requests said. */
function strangeRelay() {
  const seen: string[] = [];
  const endless = Promise.withResolvers<void>();
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    "/echo": (request, response) => {
      const { headers: { "content-type": type, "content-length": length, authorization }, method } = request;
      seen.push([method, type, length, authorization].join(" "));
      request.pipe(response);
    },
    "/refused": (_, response) =>
      response.writeHead(429).end('{"error":{"code":"RATE_LIMITED","message":"later"}}'),
    "/redirect": (_, response) => response.writeHead(302, { location: "/echo" }).end(),
    "/endless": (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(new Uint8Array(65_536)));
      };
      response.on("drain", more).on("close", endless.resolve);
      more();
    },
    "/endless-is-over": (_, response) => void endless.promise.then(() => response.end("yes")),
    "/cut": (_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("a", () => response.destroy());
    },
    "/silent": () => {},
    "/stalled": (_, response) => void response.write("a"),
    "/switched": ({ socket }) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
  };
  const server = createServer((request, response) => {
    answers[request.url ?? ""]?.(request, response);
  });
  return { server, seen };
}

for (const runtime of ["deno", "node"] as const) {
  Deno.test(`${runtime}: a relay's answers, refusals and faults are told apart, and no wait outlives its call`, async () => {
    const { server, seen } = strangeRelay();
    const listening = (one: typeof server) =>
      new Promise<string>((resolve) =>
        one.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`))
      );
    const away = createServer();
    const urls = [await listening(server), await listening(away)];
    await new Promise((resolve) => away.close(resolve));
    try {
      const [program, ...args] = commandOf(runtime, PROGRAM);
      const { stdout } = await promisify(execFile)(program, [...args, ...urls]);
      assert.deepEqual(JSON.parse(stdout), {
        post: '{"mot":"été"}',
        put: "262160 bytes, last 7",
        refused: "refused: RATE_LIMITED",
        redirect: "RelayUnreachable",
        endless: "RelayUnreachable",
        endlessIsOver: "yes",
        cut: "RelayUnreachable",
        silent: "RelayUnreachable",
        stalled: "RelayUnreachable",
        switched: "RelayUnreachable",
        away: "RelayUnreachable",
        aborted: ["AbortError", "AbortError", null],
      });
      assert.deepEqual(seen, [
        "POST application/json 15 Bearer pct1_jeton",
        "PUT  262160 Bearer pct1_jeton",
      ]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}
