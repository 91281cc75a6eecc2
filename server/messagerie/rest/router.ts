/**
 * Finds the route of a path and a method. The table is made once; a path is one look-up per segment.
 * @module
 */
import { refuse } from "../../../service/messagerie/refusals.ts";

/** What a route is found by. */
export interface Findable {
  readonly method: string;
  /** `{name}` is one segment. */
  readonly path: string;
}

/** The routes of one path, by method. */
interface Place<Route> {
  readonly segments: readonly string[];
  readonly routes: Map<string, Route>;
}

/** A route, and what its path's placeholders stand for. */
export interface Match<Route> {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** What a path and a method lead to; `allowed`: the path is known, for these methods only. */
export type Found<Route> = Match<Route> | { readonly allowed: readonly string[] } | undefined;

/** Percent-encoded text that is no UTF-8 cannot name anything. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refuse("INVALID_REQUEST");
  }
}

/** The placeholders' values where the segments fit; an empty segment fits nothing. */
function fit(
  place: Pick<Place<unknown>, "segments">,
  segments: readonly string[],
): Record<string, string> | undefined {
  if (place.segments.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, expected] of place.segments.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith("{")) {
      if (segment === "") return undefined;
      found[expected.slice(1, -1)] = segment;
    } else if (expected !== segment) return undefined;
  }
  return found;
}

/**
 * A look-up over these routes: `(method, path below their prefix, still percent-encoded) → what it leads to`. A slash inside
 * a placeholder comes as `%2F`, so that segments are cut before they are decoded.
 */
export function createRouter<Route extends Findable>(
  routes: readonly Route[],
): (method: string, path: string) => Found<Route> {
  const places = new Map<string, Place<Route>>();
  for (const route of routes) {
    const place = places.get(route.path) ??
      { segments: route.path.split("/"), routes: new Map<string, Route>() };
    place.routes.set(route.method, route);
    places.set(route.path, place);
  }
  return (method, path) => {
    const segments = path.split("/");
    for (const place of places.values()) {
      const values = fit(place, segments);
      if (values === undefined) continue;
      const route = place.routes.get(method);
      if (route === undefined) return { allowed: [...place.routes.keys()] };
      return {
        route,
        path: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decode(value)])),
      };
    }
    return undefined;
  };
}
