/**
 * The parts of the surface that own whole paths, in order: the first that owns a path answers (contract: messagerie §1).
 * @module
 */
import type { Handler } from "./http.ts";
import { targetOf } from "./target.ts";

/** A part, and the paths that it answers. */
export interface PathHandler {
  owns(path: string): boolean;
  readonly handle: Handler;
}

/** The parts as one handler; what none of them owns is 404. */
export function firstOf(parts: readonly PathHandler[]): Handler {
  return (request, address) => {
    const { path } = targetOf(request.url);
    const part = parts.find((one) => one.owns(path));
    return part?.handle(request, address) ??
      new Response("not found\n", { status: 404, headers: { "content-type": "text/plain" } });
  };
}
