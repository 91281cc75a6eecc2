/**
 * The visitors' side on a free port: real sockets, a real database, and pages of any origin.
 * @module
 */
import { Buffer } from "node:buffer";
import { systemEnv } from "../../../../base/env.ts";
import { type Logger, silentLogger } from "../../../../base/log.ts";
import { serveHttp } from "../../../../server/messagerie/http.ts";
import { createFeed } from "../../../../server/messagerie/live/feed.ts";
import { createWidgetHandler } from "../../../../server/messagerie/widget/handler.ts";
import { VisitorStreams } from "../../../../server/messagerie/widget/visitor_streams.ts";
import {
  createWidgetLimiter,
  type WIDGET_LIMITS,
} from "../../../../server/messagerie/widget/widget_limiter.ts";
import { createIdentitySecret } from "../../../../service/messagerie/sites/identity_secrets.ts";
import { changeSite, getSite, type SiteView } from "../../../../service/messagerie/sites/manage_sites.ts";
import type { SecretKey } from "../../../../service/messagerie/sites/secret_key.ts";
import type { VisitorPlace } from "../../../../service/messagerie/widget/visitor_reads.ts";
import { openDesk, type Ref, type TestDesk } from "../../../service/messagerie/desk.ts";
import type { Any } from "../../../any.ts";

export const ORIGIN = "https://www.boutique.example";
export const KEY: SecretKey = new Uint8Array(32).fill(7);

/** What an address answered. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Any;
}

/** A visitor's page. */
export interface Page {
  readonly secret: string;
  get(path: string): Promise<Answered>;
  post(path: string, body: unknown): Promise<Answered>;
  delete(path: string): Promise<Answered>;
  /** Sends a message; gives what it answered with. */
  send(text: string, more?: Readonly<Record<string, unknown>>): Promise<Answered>;
  upload(name: string, content: Uint8Array | string): Promise<Answered>;
  /** Opens the live stream. */
  listen(): Promise<Listening>;
}

/** An open stream. */
export interface Listening extends AsyncDisposable {
  /** The next event that is not a sign of life. */
  next(): Promise<{ readonly event: string; readonly data: Any } | undefined>;
}

export interface World extends AsyncDisposable {
  readonly desk: TestDesk;
  readonly url: string;
  readonly site: SiteView;
  readonly ref: Ref;
  readonly inbox: Ref;
  readonly streams: VisitorStreams;
  /** Where visitors were told to write. */
  readonly typed: VisitorPlace[];
  /** Contacts who were told to have sent what they wrote. */
  readonly written: string[];
  /** A page of the site, with a visitor of its own unless a secret is given. */
  page(options?: { secret?: string; origin?: string | null; key?: string }): Page;
  newSecret(): Promise<string>;
  fetch(path: string, init?: RequestInit & { readonly origin?: string | null }): Promise<Response>;
}

/** Opens a desk with one site, one inbox, and a widget on pages of {@linkcode ORIGIN}. */
export async function openWorld(
  options: {
    readonly ai?: boolean;
    readonly limits?: typeof WIDGET_LIMITS;
    readonly log?: Logger;
    readonly beatMs?: number;
    readonly filesMaxBytes?: number;
  } = {},
): Promise<World> {
  const desk = await openDesk();
  const log = options.log ?? silentLogger;
  const { filesMaxBytes } = options;
  const env = { ...systemEnv, now: () => desk.time };
  const widgetDesk = { ...desk, log, env, secretKey: KEY, filesMaxBytes };
  const ref = await desk.site({ name: "Boutique", ai: options.ai ?? false });
  const inbox = await desk.inbox({ name: "Accueil", site: ref });
  const site = await changeSite(widgetDesk, null, ref.id, { origins: [ORIGIN] });
  const feed = createFeed(widgetDesk);
  const typed: VisitorPlace[] = [];
  const written: string[] = [];
  const streams = new VisitorStreams({
    desk: widgetDesk,
    feed,
    onTyping: (place) => typed.push(place),
    onWritten: (contactId) => written.push(contactId),
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
  });
  const limiter = createWidgetLimiter({
    env: systemEnv,
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const handler = createWidgetHandler({ desk: widgetDesk, limiter, streams });
  const http = serveHttp({
    hostname: "127.0.0.1",
    port: 0,
    log,
    env: systemEnv,
    surface: {
      mcp: () => new Response(null, { status: 404 }),
      rest: () => new Response(null, { status: 404 }),
      healthy: () => Promise.resolve(true),
      pages: handler,
    },
  });
  const asked: World["fetch"] = (path, { origin = ORIGIN, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (origin !== null) headers.set("origin", origin);
    return fetch(`${http.url}/api/widget${path}`, { ...init, headers });
  };
  return {
    desk,
    url: http.url,
    site,
    ref,
    inbox,
    streams,
    typed,
    written,
    fetch: asked,
    newSecret: async () => (await createIdentitySecret(widgetDesk, null, site.id)).secret,
    page({ secret = `vis_${randomText()}`, origin = ORIGIN, key = site.key } = {}) {
      const call = async (method: string, path: string, init: RequestInit = {}): Promise<Answered> => {
        const headers = { authorization: `Bearer ${secret}`, ...init.headers };
        const response = await asked(`/${key}${path}`, { ...init, method, headers, origin });
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text,
        };
      };
      const post = (path: string, body: unknown) =>
        call("POST", path, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return {
        secret,
        get: (path) => call("GET", path),
        post,
        delete: (path) => call("DELETE", path),
        send: (text, more = {}) => post("/messages", { key: crypto.randomUUID(), text, ...more }),
        upload: (name, content) =>
          call("POST", "/files", {
            headers: { "x-file-name": encodeURIComponent(name) },
            body: content as BodyInit,
          }),
        async listen() {
          const stop = new AbortController();
          const response = await asked(`/${key}/live`, {
            headers: { authorization: `Bearer ${secret}` },
            origin,
            signal: stop.signal,
          });
          if (response.status !== 200) throw new Error(`live: ${response.status} ${await response.text()}`);
          const events = readEvents(response.body!);
          return {
            next: async () => (await events.next()).value ?? undefined,
            [Symbol.asyncDispose]: async () => {
              stop.abort();
              await events.return(undefined).catch(() => {});
            },
          };
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await streams.close();
      await feed.close();
      await http.shutdown(1_000);
      await desk[Symbol.asyncDispose]();
    },
  };
}

/** A visitor's secret, less its head. */
export function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

async function* readEvents(body: ReadableStream<Uint8Array>) {
  let text = "";
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const event = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) yield { event: event[1]!, data: JSON.parse(event[2]!) };
      }
    }
  } catch {
    // Cut off.
  }
}

/** The site as it is now. */
export function siteNow(world: World): Promise<SiteView> {
  return getSite({ store: world.desk.store, secretKey: KEY }, world.site.id);
}
