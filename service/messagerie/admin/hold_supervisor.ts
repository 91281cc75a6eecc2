/**
 * The check that a change by a supervisor makes in its own transaction.
 * @module
 */
import type { Kysely } from "kysely";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { findPerson } from "../../../store/messagerie/staff.ts";
import { refuse } from "../refusals.ts";
import type { Author } from "./audit.ts";

/**
 * Holds that who changes something is a supervisor still: two who demote each other at once must not both succeed. The
 * command line (null) may always.
 * @throws {Refusal} `SUPERVISOR_ONLY`
 */
export async function holdSupervisor(tx: Kysely<DeskSchema>, by: Author): Promise<void> {
  if (by === null) return;
  const row = await findPerson(tx, { no: by.agentNo });
  if (!row?.active || row.role !== "supervisor") throw refuse("SUPERVISOR_ONLY");
}
