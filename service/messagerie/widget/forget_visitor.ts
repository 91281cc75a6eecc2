/**
 * Signing a browser out of a widget: its secret opens nothing from the next request (issue 5, point 5). What was written
 * stays with the desk.
 * @module
 */
import { deleteVisitor } from "../../../store/messagerie/widget/visitors.ts";
import type { Desk } from "../desk.ts";
import type { VisitorActor } from "./visitor_actor.ts";

/** Forgets a browser; one that is not known is no error. */
export async function forgetVisitor(desk: Desk, { hash }: VisitorActor): Promise<void> {
  await desk.store.write((tx) => deleteVisitor(tx, hash));
}
