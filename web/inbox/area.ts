/**
 * What an area of the pages is. Each is a module of its own that the browser loads when its address is first shown.
 * @module
 */
import type { ComponentType } from "preact";

/** An area. */
export interface Area {
  readonly name: string;
  /** Whether a path of the address is this area's. */
  readonly matches: (path: string) => boolean;
  readonly load: () => Promise<{ readonly Area: ComponentType }>;
  /** `framed`: for who is signed in, beside the navigation; `alone`: a page of its own, for whoever comes. */
  readonly stands: "framed" | "alone";
}

/** A test for paths: one of these, or below one of these. */
export function under(...roots: readonly string[]): (path: string) => boolean {
  return (path) => roots.some((root) => path === root || path.startsWith(`${root}/`));
}
