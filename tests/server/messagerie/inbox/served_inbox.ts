/**
 * The advisors' API on a served port, over a desk known by heart: real sockets, the real gate, real sessions. Every answer
 * is held against its route's schema.
 */
import assert from "node:assert/strict";
import { serveHttp } from "../../../../server/messagerie/http.ts";
import { createSessionGate } from "../../../../server/messagerie/inbox/accounts/session_gate.ts";
import { createInboxHandler } from "../../../../server/messagerie/inbox/handler.ts";
import { DESK_ROUTES, type InboxApi } from "../../../../server/messagerie/inbox/routes.ts";
import { createLive, type Live } from "../../../../server/messagerie/live/create_live.ts";
import { csrfOf } from "../../../../service/messagerie/accounts/secret.ts";
import { openSession } from "../../../../service/messagerie/accounts/sessions.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import { openDesk, type Ref, type TestDesk } from "../../../service/messagerie/desk.ts";
import { listen, type Listening } from "./listening.ts";
import type { Any } from "../../../any.ts";

/** What a request got. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Any;
}

type Key = keyof InboxApi & string;
type Parts<Of extends Key> = Partial<Pick<InboxApi[Of], "params" | "query" | "body">>;

/** Somebody at the desk, signed in. */
export interface Person {
  readonly ref: Ref;
  readonly sessionId: string;
  readonly cookie: string;
  readonly csrf: string;
  /** Sends a request as their page does. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Got>;
  /** Calls a route that must succeed; typed as the pages' client is. */
  ok<Of extends Key>(route: Of, parts?: Parts<Of>): Promise<InboxApi[Of]["data"]>;
  /** Calls a route that must refuse; gives the code. */
  refused<Of extends Key>(route: Of, parts?: Parts<Of>): Promise<string>;
  /** Opens the live stream and waits for its first event. */
  listen(options?: { readonly after?: number | string }): Promise<Listening>;
}

export interface ServedInbox extends AsyncDisposable {
  readonly url: string;
  readonly desk: TestDesk;
  readonly live: Live;
  /** Signs somebody in. */
  signIn(agent: Ref): Promise<Person>;
  close(): Promise<void>;
}

/** What the first part of a path says, and the rest of what is asked. */
function targetFor(route: string, parts: { params?: unknown; query?: unknown }) {
  const [method = "", template = ""] = route.split(" ");
  const params = (parts.params ?? {}) as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return { method, path: query === "" ? path : `${path}?${query}` };
}

/** Serves a desk; `on`: another process's view of a desk that is served already. */
export async function serveInbox(on?: ServedInbox): Promise<ServedInbox> {
  const desk = await openDesk(on === undefined ? {} : { url: on.desk.url });
  if (on !== undefined) desk.time = on.desk.time;
  const real: Desk = {
    store: desk.store,
    env: desk.env,
    log: desk.log,
    channels: desk.channels,
    wakeOutbound: desk.wakeOutbound,
    wakeFeed: () => live.feed.wake(),
  };
  let url = "";
  const gate = createSessionGate({ ...real, publicUrl: () => url });
  const live: Live = createLive(real, gate);
  const inbox = createInboxHandler({
    desk: real,
    gate,
    routes: [...DESK_ROUTES, ...live.routes],
    strict: true,
  });
  const http = serveHttp({
    hostname: "127.0.0.1",
    port: 0,
    log: desk.log,
    env: desk.env,
    surface: {
      mcp: () => new Response("mcp"),
      rest: () => new Response("rest"),
      inbox,
      healthy: () => Promise.resolve(true),
    },
  });
  url = http.url;
  const base = `${url}/api/inbox`;
  // The test's own writes, through the service, wake this process's feed as a served write does.
  Object.assign(desk, { wakeFeed: real.wakeFeed });

  let closed: Promise<void> | undefined;
  const close = () =>
    closed ??= (async () => {
      await live.close();
      await http.shutdown(2_000);
      await desk[Symbol.asyncDispose]();
    })();
  return {
    url,
    desk,
    live,
    close,
    [Symbol.asyncDispose]: close,
    async signIn(agent) {
      const session = await desk.store.write((tx) =>
        openSession(tx, real, { agentNo: agent.no, userAgent: "test" })
      );
      const cookie = `messagerie=${session.secret}`;
      const csrf = csrfOf(session.secret);
      const send: Person["send"] = async (method, path, body, headers = {}) => {
        const response = await fetch(base + path, {
          method,
          headers: {
            cookie,
            ...(method === "GET" ? {} : { "x-csrf-token": csrf, origin: url }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        });
        assert.equal(response.headers.get("x-content-type-options"), "nosniff");
        const text = await response.text();
        const json = response.headers.get("content-type") === "application/json";
        return {
          status: response.status,
          headers: response.headers,
          body: json ? JSON.parse(text) : text,
        };
      };
      const call = (route: string, parts: Parts<Key> = {}) => {
        const { method, path } = targetFor(route, parts);
        return send(method, path, parts.body);
      };
      return {
        ref: agent,
        sessionId: session.id,
        cookie,
        csrf,
        send,
        async ok(route, parts) {
          const got = await call(route, parts as Parts<Key>);
          assert.ok(got.status < 300, `${route}: ${got.status} ${JSON.stringify(got.body)}`);
          return got.body.data;
        },
        async refused(route, parts) {
          const got = await call(route, parts as Parts<Key>);
          assert.ok(got.status >= 400, `${route}: ${got.status}`);
          assert.equal(typeof got.body.message, "string");
          return got.body.code;
        },
        listen: ({ after } = {}) =>
          listen(`${base}/live`, {
            cookie,
            ...(after === undefined ? {} : { "last-event-id": String(after) }),
          }),
      };
    },
  };
}
