/** A desk served on a free port, with a clock that a test moves, and browsers that keep cookies as browsers do. */
import assert from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { createLogger } from "../../../../base/log.ts";
import { peopleRoutes } from "../../../../server/messagerie/inbox/admin/people_routes.ts";
import type { AnyRoute } from "../../../../server/messagerie/inbox/route.ts";
import { type Server, startServer } from "../../../../server/messagerie/serve.ts";
import { readSettings } from "../../../../server/messagerie/settings.ts";
import { setUpLink } from "../../../../service/messagerie/accounts/set_up.ts";
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import { type DeskPlace, placeDesk } from "../../../place_desk.ts";
import type { Any } from "../../../any.ts";

/** Every route of people's side, for tests that go through all of them. */
export const ROUTES: readonly AnyRoute[] = peopleRoutes({ publicUrl: () => "" } as unknown as AdminDesk);

export const PASSWORD = "trois chevaux bleus";
export const OTHER_PASSWORD = "quatre moutons verts";

/** What was answered. */
export interface Answered {
  readonly status: number;
  readonly data: Any;
  readonly code: string | undefined;
  readonly details: Any;
  readonly headers: Headers;
}

/** A served desk. */
export interface PeopleServer extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  readonly databaseUrl: string;
  readonly place: DeskPlace;
  readonly folder: string;
  readonly logs: string[];
  /** Added to the real clock, in milliseconds. */
  readonly clock: { offset: number };
  browser(headers?: Readonly<Record<string, string>>): Browser;
  /** Another server on the same database, with the same clock. */
  another(): Promise<PeopleServer>;
}

/** Starts one; `settings` are environment variables. */
export async function startPeople(
  settings: Readonly<Record<string, string>> = {},
  shared: { readonly place: DeskPlace; readonly clock: { offset: number } } | undefined = undefined,
): Promise<PeopleServer> {
  const place = shared?.place ?? await placeDesk();
  const { folder, url: databaseUrl } = place;
  const clock = shared?.clock ?? { offset: 0 };
  const logs: string[] = [];
  const env = { ...systemEnv, now: () => Date.now() + clock.offset };
  const variables: Record<string, string> = {
    MESSAGERIE_PORT: "0",
    MESSAGERIE_DATABASE_URL: databaseUrl,
    ...settings,
  };
  const server = await startServer(readSettings({ environment: (name) => variables[name] }), {
    env,
    log: createLogger({ level: "debug", write: (line) => logs.push(line), env }),
  });
  return {
    url: server.url,
    server,
    databaseUrl,
    place,
    folder,
    logs,
    clock,
    browser: (headers = {}) => new Browser(server.url, server.publicUrl, headers),
    another: () => startPeople(settings, { place, clock }),
    async [Symbol.asyncDispose]() {
      await server.close();
      if (shared === undefined) await place[Symbol.asyncDispose]();
    },
  };
}

/** The secret in a link's fragment. */
export function secretOf(url: string): string {
  return url.split("#")[1] ?? "";
}

/** A browser at one address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  csrf = "";
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, origin: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = { origin: new URL(origin).origin, "user-agent": "Essai/1", ...headers };
  }

  /** Asks; an answer that is not what its route says fails the test. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answered> {
    const all: Record<string, string> = {};
    const given = {
      ...this.#headers,
      ...(this.cookies.size > 0
        ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
        : {}),
      ...(this.csrf === "" ? {} : { "x-csrf-token": this.csrf }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    for (const [name, value] of Object.entries(given)) if (value !== undefined) all[name] = value;
    const response = await fetch(`${this.#url}/api/inbox${path}`, {
      method,
      headers: all,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const answer = await response.json();
    if (response.ok) {
      if (answer.data?.csrf !== undefined) this.csrf = answer.data.csrf;
      const route = ROUTES.find((one) => one.method === method && matches(one.path, path));
      assert.ok(route !== undefined && route.response !== "bytes", `${method} ${path} is a route`);
      route.response.parse(answer.data);
    }
    return { status: response.status, headers: response.headers, ...answer };
  }

  /** Asks what must be answered; gives the data. */
  async ok(method: string, path: string, body?: unknown): Promise<Any> {
    const answered = await this.call(method, path, body);
    assert.ok(answered.status < 300, `${method} ${path}: ${answered.status} ${JSON.stringify(answered)}`);
    return answered.data;
  }

  signIn(login: string, password: string = PASSWORD): Promise<Answered> {
    return this.call("POST", "/session", { login, password });
  }
}

function matches(pattern: string, path: string): boolean {
  const [plain = ""] = path.split("?");
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(plain);
}

/** The first supervisor, signed in. */
export async function setUp(people: PeopleServer, login = "sophie"): Promise<Browser> {
  const link = await setUpLink(people.server.desk);
  const browser = people.browser();
  await browser.ok("POST", "/links/set-up", {
    secret: secretOf(link?.url ?? ""),
    name: "Sophie Martin",
    login,
    password: PASSWORD,
  });
  return browser;
}

/** Invites somebody, who accepts: their browser, and the id that they have. */
export async function join(
  people: PeopleServer,
  supervisor: Browser,
  wanted: {
    readonly login: string;
    readonly role?: "agent" | "supervisor";
    readonly inboxIds?: readonly string[];
  },
): Promise<{ readonly browser: Browser; readonly id: string }> {
  const { person, link } = await supervisor.ok("POST", "/admin/people", {
    name: wanted.login,
    role: "agent",
    inboxIds: [],
    ...wanted,
  });
  const browser = people.browser();
  await browser.ok("POST", "/links/invitation", { secret: secretOf(link.url), password: PASSWORD });
  return { browser, id: person.id };
}
