/**
 * Starts the relay: the database, the live side, HTTP. Nothing readable passes through it, and nothing it logs is more
 * than ids, sizes and times (contract: pacerelle §5).
 * @module
 */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { clientNetwork } from "../../base/client_network.ts";
import { type Env, systemEnv } from "../../base/env.ts";
import { type Logger, silentLogger } from "../../base/log.ts";
import { startCheckpoints } from "../../store/libsql/checkpoints.ts";
import { DatabaseFault } from "../../store/libsql/fault.ts";
import { claimDatabase } from "../../store/relay/claim.ts";
import { openRelayStore, type RelayStore } from "../../store/relay/open.ts";
import { LIVE_PATH } from "../../wire/live.ts";
import { Bodies } from "./bodies.ts";
import { answerRoute, type HttpContext } from "./http.ts";
import { Hub } from "./live/hub.ts";
import { Ledger } from "./live/ledger.ts";
import { createLiveServer } from "./live/session.ts";
import { LoginThrottle } from "./login_throttle.ts";
import { Nonces } from "./nonces.ts";
import { PasswordHasher } from "./password.ts";
import { openVapid } from "./push/open_vapid.ts";
import { isPushHost } from "./push/push_hosts.ts";
import { Pusher } from "./push/pusher.ts";
import type { RelaySettings } from "./settings.ts";
import { Sweeper } from "./sweep.ts";
import { TokenBuckets } from "./token_bucket.ts";

/** How long requests under way may take at shutdown. */
const CLOSE_MS = 2_000;

/** What a relay may be given besides its settings. */
export interface RelayParts {
  readonly env?: Env;
  readonly log?: Logger;
  /** For tests: which addresses may be pushed to, and how they are called. */
  readonly push?: { readonly isAllowed: (endpoint: string) => boolean; readonly fetch: typeof fetch };
  /** Answers what is no route of the relay: the app. */
  readonly app?: (request: Request) => Response | undefined | Promise<Response | undefined>;
}

/** A running relay. */
export interface Relay {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Ends connections with a word, finishes what is being written, closes the database. */
  shutdown(): Promise<void>;
}

/** The database, and what ends with it. */
interface OpenStore {
  readonly store: RelayStore;
  close(): Promise<void>;
}

async function openStore(settings: RelaySettings, env: Env): Promise<OpenStore> {
  const { databaseUrl: url, databaseToken: authToken } = settings;
  const path = /^file:(.*)$/s.exec(url)?.[1];
  if (path === undefined) {
    const store = await openRelayStore({ url, authToken, env });
    return { store, close: () => store.close() };
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new DatabaseFault("unreachable", { cause });
  });
  const claim = await claimDatabase(path);
  // SQLite would let the umask decide who reads a new file; what cannot be made is told by the opening below. One that is
  // there is not opened: closing it would end this process's locks on it.
  await Deno.open(path, { write: true, createNew: true, mode: 0o600 }).then((file) => file.close(), () => {});
  try {
    const store = await openRelayStore({ url, env });
    const checkpoints = await startCheckpoints(store, url);
    return {
      store,
      async close() {
        await checkpoints.close();
        await store.close();
        claim.release();
      },
    };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/**
 * Starts a relay.
 * @throws {DatabaseFault} when the database cannot be used
 * @throws when the port cannot be had
 */
export async function startRelay(settings: RelaySettings, parts: RelayParts = {}): Promise<Relay> {
  const { env = systemEnv, log = silentLogger, app } = parts;
  const { limits } = settings;
  const { store, close: closeStore } = await openStore(settings, env);
  const isFile = settings.databaseUrl.startsWith("file:");
  const buckets = (rate: typeof limits.callRate) => new TokenBuckets(rate, env.monotonic);
  const vapid = await openVapid(store, settings);
  const isAllowed = parts.push?.isAllowed ?? ((endpoint) => isPushHost(endpoint, settings.pushHosts));
  const hub: Hub = new Hub({
    store,
    env,
    log,
    limits,
    onHere: (endpoint) => pusher.arrived(endpoint),
    onAway: (endpoint) => pusher.notify(endpoint),
  });
  const pusher = new Pusher({
    env,
    log,
    store,
    limits,
    vapid,
    fetch: parts.push?.fetch ?? fetch,
    isHere: (device) => hub.isHere(device),
  });
  const ledger = new Ledger({
    store,
    env,
    log,
    maxQueue: limits.queue,
    onStored: (recipient) => {
      hub.wake(recipient);
      pusher.notify(recipient);
    },
  });
  const live = createLiveServer({
    env,
    log,
    store,
    limits,
    hub,
    ledger,
    frameRate: buckets(limits.frameRate),
    endpointRate: buckets(limits.endpointRate),
    accountRate: buckets(limits.accountRate),
  });
  const http: HttpContext = {
    env,
    log,
    store,
    limits,
    hub,
    nonces: new Nonces(env),
    throttle: new LoginThrottle(env.monotonic),
    hasher: new PasswordHasher(env, limits.hashCost),
    push: { publicKey: vapid.publicKey, isAllowed },
    bodies: new Bodies(),
    chunkRate: buckets(limits.chunkRate),
    callRate: buckets(limits.callRate),
    anonymousRate: buckets(limits.anonymousRate),
  };
  const sweeper = new Sweeper({ ...limits, store, hub, env, log, foldsLog: isFile });
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await sweeper.stop();
    await live.close();
    await ledger.settled();
    await hub.close();
    await pusher.close();
    await closeStore();
  };

  const upgrade = (request: Request, address: string): Response => {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return new Response(null, { status: 426, headers: { upgrade: "websocket" } });
    }
    if (closing || !live.hasRoom(address)) {
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    }
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: limits.idleSeconds });
    live.serve(socket, address);
    return response;
  };

  const answer = async (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (closing) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    const forwarded = request.headers.get("x-forwarded-for");
    const address = clientNetwork(info.remoteAddr.hostname, forwarded, settings.proxies ?? []);
    if (pathname === LIVE_PATH) return upgrade(request, address);
    if (pathname === "/v1/health") return Response.json({ status: "ok" });
    return await answerRoute(http, request, address) ?? await app?.(request) ??
      new Response(null, { status: 404 });
  };

  let server: Deno.HttpServer<Deno.NetAddr>;
  try {
    server = Deno.serve({
      hostname: settings.host,
      port: settings.port,
      onListen: () => {},
      onError: (error) => {
        log.error("answer_failed", { error: error instanceof Error ? error.name : "unknown" });
        return new Response(null, { status: 500 });
      },
    }, answer);
  } catch (error) {
    await closeAll();
    throw error;
  }
  await sweeper.sweep();
  await pusher.resume();
  const { hostname, port } = server.addr;
  const address = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  log.info("listening", { address });
  return {
    address,
    shutdown: () =>
      closing ??= (async () => {
        log.info("shutting_down", { connections: hub.size });
        await closeAll();
        // A peer that does not finish its request must not hold the process.
        let timer: ReturnType<typeof setTimeout> | undefined;
        const late = new Promise<void>((resolve) => timer = setTimeout(resolve, CLOSE_MS));
        await Promise.race([server.shutdown(), late]).finally(() => clearTimeout(timer));
      })(),
  };
}
