/**
 * Forgetting browsers: one that signs out, and those that nobody came back with (issue 5, point 5). A forgotten browser's
 * secret opens nothing from the next request; what was written stays with the desk.
 * @module
 */
import { deleteVisitor, pruneVisitors } from "../../../store/messagerie/widget/visitors.ts";
import type { Desk } from "../desk.ts";
import { UPLOAD_LIFE_MS, VISITOR_LIFE_MS } from "./limits.ts";
import type { VisitorActor } from "./visitor_actor.ts";

/** Forgets a browser; one that is not known is no error. */
export async function forgetVisitor(desk: Desk, { hash }: VisitorActor): Promise<void> {
  await desk.store.write((tx) => deleteVisitor(tx, hash));
}

/** Forgets some of what is too old, files that no message took included. @returns whether there may be more */
export async function forgetOldVisitors(desk: Pick<Desk, "store" | "env">): Promise<boolean> {
  const now = desk.env.now();
  return await desk.store.write((tx) =>
    pruneVisitors(tx, {
      seenBefore: now - VISITOR_LIFE_MS,
      uploadsBefore: now - UPLOAD_LIFE_MS,
    })
  );
}
