/**
 * Who the visitor is in this browser: a secret that the page makes, and what is known of it.
 * @module
 */
import type { Keep } from "./keep.ts";

/** A visitor of this browser. */
export interface Visitor {
  /** `vis_` and 43 base64url digits: 32 random bytes. */
  readonly secret: string;
  /** Whether the desk knows it: something was written or signed. */
  readonly known: boolean;
  /** Whether the site's server vouched for who it is. */
  readonly identified: boolean;
}

const SECRET = /^vis_[\w-]{43}$/;
/** The name under which a page keeps its visitor. */
export const VISITOR = "visitor";

/** The visitor who was here before, or is on another page. */
export function readVisitor(keep: Keep): Visitor | undefined {
  const { secret, known, identified } = (keep.read(VISITOR) ?? {}) as Partial<Record<keyof Visitor, unknown>>;
  if (typeof secret !== "string" || !SECRET.test(secret)) return undefined;
  return { secret, known: known === true, identified: identified === true };
}

/** Somebody whom the desk does not know. */
export function newVisitor(): Visitor {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(
    /=+$/,
    "",
  );
  return { secret: `vis_${text}`, known: false, identified: false };
}

/** Keeps a visitor for the browser's other pages; undefined: forgets who was here. */
export function keepVisitor(keep: Keep, visitor: Visitor | undefined): void {
  keep.write(VISITOR, visitor);
}
