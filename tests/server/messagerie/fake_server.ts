/**
 * The HTTP surface over the small catalogue, on a free port: real sockets, no database. Tokens are words.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { createAdmission } from "../../../server/messagerie/admission.ts";
import { createFailures } from "../../../server/messagerie/failures.ts";
import { type HttpServer, serveHttp, type Surface } from "../../../server/messagerie/http.ts";
import { createLimiter } from "../../../server/messagerie/limiter.ts";
import { createMcpEndpoint } from "../../../server/messagerie/mcp.ts";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";
import { collect, fakeDispatcher } from "../mcp/fake_catalogue.ts";
import { ManualClock } from "./manual_clock.ts";

/** A token that is let in. */
export function actor(access: "read" | "write", tokenId: string): TokenActor {
  return {
    kind: "token",
    tokenNo: 1,
    tokenId,
    label: tokenId,
    prefix: "aaaaaaaa",
    access,
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
    reach: { all: true },
  };
}

export interface FakeServer extends AsyncDisposable {
  readonly http: HttpServer;
  readonly url: string;
  /** Moves the time that limits are counted in. */
  readonly clock: ManualClock;
  /** What was logged. */
  readonly lines: readonly string[];
  /** How often a token was looked at. */
  readonly authentications: () => number;
}

/** Starts one. `write…` and `read…` are tokens; `revoked`, `expired` and `broken` do what they say. */
export function fakeServer(surface: Partial<Surface> = {}): FakeServer {
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = collect(lines);
  let authentications = 0;
  const admit = createAdmission({
    authenticate: (authorization) => {
      authentications++;
      const word = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? "";
      if (word === "revoked") return Promise.reject(refuse("TOKEN_REVOKED"));
      if (word === "expired") return Promise.reject(refuse("TOKEN_EXPIRED"));
      if (word === "broken") return Promise.reject(new Error("database secret"));
      const access = /^(read|write)/.exec(word)?.[1];
      if (access === undefined) return Promise.reject(refuse("TOKEN_INVALID"));
      return Promise.resolve(actor(access as "read" | "write", word));
    },
    limiter: createLimiter({ env: clock, log }),
    failures: createFailures(clock),
  });
  const http = serveHttp({
    hostname: "127.0.0.1",
    port: 0,
    log,
    env: systemEnv,
    surface: {
      mcp: createMcpEndpoint({
        dispatcher: fakeDispatcher(),
        admit,
        contextOf: ({ access }) => ({ access }),
        log,
        env: systemEnv,
      }),
      rest: () => new Response("rest"),
      healthy: () => Promise.resolve(true),
      ...surface,
    },
  });
  return {
    http,
    url: http.url,
    clock,
    lines,
    authentications: () => authentications,
    [Symbol.asyncDispose]: () => http.shutdown(1_000),
  };
}
