/**
 * What a REST route is: data, from which the router and the OpenAPI document are both made.
 * @module
 */
import type { z } from "zod";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import type { RefusalCode } from "../../../service/messagerie/refusals.ts";
import type { OBJECTS } from "./objects.ts";

/** The methods that some route takes. */
export type Method = "GET" | "POST" | "DELETE";

/** What a route answers with: one of the named objects or a list of them; `document`: the OpenAPI document, bare. */
export type Answer =
  | { readonly one: keyof typeof OBJECTS }
  | { readonly many: keyof typeof OBJECTS }
  | "document";

/** One route. */
export interface Route<Input extends z.ZodObject = z.ZodObject> {
  readonly method: Method;
  /** Under `/api/v1`; `{name}` is one segment. */
  readonly path: `/${string}`;
  /** Unique; names the operation in the document. */
  readonly operation: string;
  /** In French: what it does. */
  readonly summary: string;
  readonly access: "read" | "write";
  /** Every argument: those that the path names come from it, the others from the query of a GET or the body of a POST. */
  readonly input: Input;
  /** The service's name of an argument → the caller's, where they differ. */
  readonly names: Readonly<Record<string, string>>;
  readonly status: 200 | 201;
  readonly answer: Answer;
  /** Refusals besides those that every route may answer with. */
  readonly refusals: readonly RefusalCode[];
  run(desk: Desk, actor: TokenActor, input: z.output<Input>): Promise<unknown>;
}

/** Freezes a route; the type of its input is inferred. */
export function defineRoute<Input extends z.ZodObject>(
  route: Omit<Route<Input>, "names" | "refusals"> & Partial<Pick<Route<Input>, "names" | "refusals">>,
): Route {
  return Object.freeze({ names: {}, refusals: [], ...route }) as unknown as Route;
}

/** The names between braces, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** Whether a request to it has a body to read. */
export function takesBody(route: Route): boolean {
  return route.method === "POST" && Object.keys(route.input.shape).length > pathNames(route.path).length;
}
