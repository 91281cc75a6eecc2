/**
 * What the loaders of an import share: the transaction, the directory as it is known so far, and how faults name the value
 * at fault.
 * @module
 */
import type { Transaction } from "kysely";
import type { Env } from "../../../base/env.ts";
import { readDirectory } from "../../../store/messagerie/put_directory.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { invalid } from "../refusals.ts";
import type { Section } from "./desk_file.ts";

/** One element that was read and checked. */
export interface Entry<Value> {
  readonly section: Section;
  readonly index: number;
  /** As it stands in the file. */
  readonly raw: unknown;
  readonly value: Value;
}

/** An import under way. */
export interface Load {
  readonly trx: Transaction<DeskSchema>;
  readonly env: Env;
  /** What exists is replaced; else it is refused. */
  readonly update: boolean;
  /** Everything was read: what is still missing will not come. */
  readonly last: boolean;
  readonly sites: Map<string, { readonly no: number; readonly country: string }>;
  readonly inboxes: Map<string, number>;
  readonly agents: Map<string, number>;
  /** Identities of the declared labels. */
  readonly tags: Set<string>;
}

/** The directory as the database has it. */
export async function knownDirectory(
  trx: Transaction<DeskSchema>,
): Promise<Pick<Load, "sites" | "inboxes" | "agents" | "tags">> {
  const { sites, inboxes, agents, tags } = await readDirectory(trx);
  return {
    sites: new Map(sites.map((site) => [site.id, site])),
    inboxes: new Map(inboxes.map(({ id, no }) => [id, no])),
    agents: new Map(agents.map(({ id, no }) => [id, no])),
    tags: new Set(tags.map(({ folded }) => folded)),
  };
}

/** A fault at a value of an element: `conversations[3].messages[0].at`. */
export function faultAt(
  entry: Pick<Entry<unknown>, "section" | "index">,
  field: string,
  message: string,
) {
  const path = `${entry.section}[${entry.index}]`;
  return invalid({
    field: field === "" ? path : `${path}${field.startsWith("[") ? "" : "."}${field}`,
    message,
  });
}

/** The refusal of an id that exists. */
export function existsAt(entry: Pick<Entry<unknown>, "section" | "index">, field: string) {
  return faultAt(entry, field, "Existe déjà ; --update remplace ce qui existe.");
}

/** The refusal of a name for something that is nowhere. */
export function missingAt(entry: Pick<Entry<unknown>, "section" | "index">, field: string) {
  return faultAt(entry, field, "Ne désigne rien, ni dans le fichier ni dans la base.");
}

/** What comes before the element at `at`, and the rest: what follows one that waits waits too, so that order is kept. */
export function splitAt<Value>(
  batch: readonly Value[],
  at: number,
): readonly [ready: readonly Value[], waiting: readonly Value[]] {
  return at < 0 ? [batch, []] : [batch.slice(0, at), batch.slice(at)];
}
