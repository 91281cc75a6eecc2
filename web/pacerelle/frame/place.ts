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
  | { readonly name: "settings" };

/** The place that an address means; the conversations where it means none. */
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
    default:
      return { name: "conversations", agent: null };
  }
}

/** The address of a place. */
export function addressOf(place: Place): string {
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
