/**
 * The app's places and their addresses. Pure.
 * @module
 */

/** Where a person is. */
export type Place =
  | {
    readonly name: "conversations";
    readonly agent: string | null;
    /** The entry to show, out of a search. */
    readonly entry?: string;
  }
  | { readonly name: "agents" }
  | { readonly name: "devices" }
  | { readonly name: "settings" }
  /** An address that means no place: a link that is wrong. */
  | { readonly name: "nowhere" };

/** A place that has an address. */
export type Somewhere = Exclude<Place, { readonly name: "nowhere" }>;

/** The place that an address means. */
export function placeOf(path: string): Place {
  const [route = "", search = ""] = path.split("?");
  const [, first = "", second = ""] = route.split("/");
  switch (first) {
    case "agents":
      return { name: "agents" };
    case "appareils":
      return { name: "devices" };
    case "reglages":
      return { name: "settings" };
    case "conversations": {
      const entry = new URLSearchParams(search).get("message");
      const agent = second === "" ? null : second;
      return { name: "conversations", agent, ...(entry === null ? {} : { entry }) };
    }
    case "":
    case "index.html":
      return { name: "conversations", agent: null };
    default:
      return { name: "nowhere" };
  }
}

/** The address of a place. */
export function addressOf(place: Somewhere): string {
  switch (place.name) {
    case "agents":
      return "/agents";
    case "devices":
      return "/appareils";
    case "settings":
      return "/reglages";
    case "conversations":
      if (place.agent === null) return "/";
      return `/conversations/${place.agent}${place.entry === undefined ? "" : `?message=${place.entry}`}`;
  }
}
