/**
 * What a route of the advisors' own API is: data, from which the router, the checks at the edge and the types of the pages'
 * client are all made (contract: messagerie §1 `/api/inbox/*`). Pages import its types and nothing else: the schemas stay
 * on the server.
 * @module
 */
import * as z from "zod";
import type { PersonActor } from "../../../service/messagerie/actor.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import type { SignedIn } from "./signed_in.ts";

/** The methods that some route takes. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What every route is given. */
export interface Asked<Params, Query, Body> {
  readonly desk: Desk;
  /** What the path's placeholders stand for. */
  readonly params: Params;
  readonly query: Query;
  /** The JSON body. A route without `body` reads `request` itself, if it wants to. */
  readonly body: Body;
  readonly request: Request;
  /** The peer's, as the socket tells it. */
  readonly address: string;
  /** Headers of the answer: what a route sets here is sent along, also with a refusal. */
  readonly headers: Headers;
}

/** What a route is given when somebody has to be signed in. */
export interface AskedBy<Params, Query, Body> extends Asked<Params, Query, Body> {
  readonly actor: PersonActor;
  readonly session: SignedIn;
  /** Who that is now: for a route that has read a long body by itself. @throws {Refusal} as when they were let in */
  readonly again: () => Promise<SignedIn>;
}

/** A value that nobody changes: services answer with such, schemas infer others. */
export type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Frozen<Item>[]
  : Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;

/** Who may ask: whoever comes, whoever is signed in, supervisors. */
export type Access = "anyone" | "person" | "supervisor";

/** One route as the handler takes it. */
export interface AnyRoute {
  readonly method: Method;
  /** Under `/api/inbox`; `{name}` is one segment. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Absent: no JSON body is read. */
  readonly body?: z.ZodType | undefined;
  /** What stands in `data`; `bytes`: the route makes the whole answer. */
  readonly response: z.ZodType | "bytes";
  /** Default 200. */
  readonly status?: 200 | 201 | 202 | undefined;
  // deno-lint-ignore no-explicit-any -- each route's own types are checked where it is defined
  run(asked: any): Promise<unknown>;
}

type None = z.ZodObject<Record<never, never>>;

interface RouteOf<
  Verb extends Method,
  Path extends `/${string}`,
  Who extends Access,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType | "bytes",
> extends AnyRoute {
  readonly method: Verb;
  readonly path: Path;
  readonly access: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body?: Body | undefined;
  readonly response: Response;
}

const NOTHING = z.object({});

/**
 * Freezes a route. Everything about it is inferred: what `run` is given, and what it must answer with.
 * @example
 * ```ts
 * export const listTags = defineRoute({
 *   method: "GET", path: "/tags", access: "person", response: z.array(TAG),
 *   run: ({ desk, actor }) => tags(desk, actor),
 * });
 * ```
 */
export function defineRoute<
  const Verb extends Method,
  const Path extends `/${string}`,
  const Who extends Access,
  const Response extends z.ZodType | "bytes",
  Params extends z.ZodObject = None,
  Query extends z.ZodObject = None,
  Body extends z.ZodType = z.ZodUndefined,
>(route: {
  readonly method: Verb;
  readonly path: Path;
  readonly access: Who;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  readonly status?: 200 | 201 | 202;
  readonly run: (
    asked: Who extends "anyone" ? Asked<z.output<Params>, z.output<Query>, z.output<Body>>
      : AskedBy<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<
    Response extends z.ZodType ? Frozen<z.input<Response>> : globalThis.Response
  >;
}): RouteOf<Verb, Path, Who, Params, Query, Body, Response> {
  return Object.freeze({ params: NOTHING, query: NOTHING, ...route }) as never;
}

/** What a page sends to a route and gets from it. */
export interface Call<Params, Query, Body, Data> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
}

type CallOf<Route> = Route extends
  RouteOf<Method, `/${string}`, Access, infer Params, infer Query, infer Body, infer Response> ? Call<
    z.input<Params>,
    z.input<Query>,
    z.input<Body>,
    Response extends z.ZodType ? Frozen<z.output<Response>> : never
  >
  : never;

/**
 * The calls of some routes, by method and path: what a page's typed client is written over.
 * @example
 * ```ts
 * type InboxApi = ApiOf<typeof CONVERSATION_ROUTES>;
 * type Page = InboxApi["GET /conversations"]["data"];
 * ```
 */
export type ApiOf<Routes extends readonly AnyRoute[]> = {
  readonly [Route in Routes[number] as `${Route["method"]} ${Route["path"]}`]: CallOf<Route>;
};
