/**
 * Declared labels, as supervisors keep them: a name and a colour, which conversations take over.
 * @module
 */
import { appendChanges } from "../../../store/messagerie/changes.ts";
import {
  deleteTagDefinition,
  insertTagDefinition,
  tagDefinitions,
  updateTagDefinition,
} from "../../../store/messagerie/tag_definitions.ts";
import { tagIdentity } from "../../../store/messagerie/tags.ts";
import type { Desk } from "../desk.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { MAX_TAG } from "../limits.ts";
import { shortText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import { UNDECLARED_COLOR } from "../tag_conversation.ts";
import { type Author, noteChange } from "./audit.ts";
import { holdSupervisor } from "./hold_supervisor.ts";

/** A declared label. `color`: `#rrggbb`; which text is read on it is for the page to decide. */
export interface TagView {
  readonly name: string;
  readonly color: string;
  /** How many conversations have it, resolved ones too. */
  readonly conversations: number;
}

type TagDesk = Pick<Desk, "store" | "env" | "wakeFeed">;

function checkColor(text: string): string {
  const color = text.trim().toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color)) throw invalid({ field: "color", message: "Il faut #rrvvbb." });
  return color;
}

/** Every declared label, by name. */
export function listTags(desk: Pick<Desk, "store">): Promise<TagView[]> {
  return tagDefinitions(desk.store.read);
}

async function readTag(desk: Pick<Desk, "store">, name: string): Promise<TagView> {
  const identity = tagIdentity(name);
  const tag = (await listTags(desk)).find((one) => tagIdentity(one.name) === identity);
  if (tag === undefined) throw refuse("UNKNOWN_ITEM");
  return tag;
}

/** Declares a label. @throws {Refusal} `NAME_TAKEN`; `INVALID_REQUEST` naming `name` or `color` */
export async function declareTag(
  desk: TagDesk,
  by: Author,
  wanted: { readonly name: string; readonly color: string },
): Promise<TagView> {
  const name = shortText("name", wanted.name, MAX_TAG);
  const color = checkColor(wanted.color);
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    if (!await insertTagDefinition(tx, { name, color, at: desk.env.now() })) throw refuse("NAME_TAKEN");
    await noteChange(tx, desk.env, by, { action: "tag.created", subject: name, detail: color });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return await readTag(desk, name);
}

/**
 * Renames or colours a label, on every conversation that has it too.
 * @throws {Refusal} `UNKNOWN_ITEM`, `NAME_TAKEN`; `INVALID_REQUEST` naming `name` or `color`
 */
export async function changeTag(
  desk: TagDesk,
  by: Author,
  name: string,
  change: { readonly name?: string | undefined; readonly color?: string | undefined },
): Promise<TagView> {
  const before = await readTag(desk, name);
  const after = {
    name: change.name === undefined ? before.name : shortText("name", change.name, MAX_TAG),
    color: change.color === undefined ? before.color : checkColor(change.color),
  };
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const done = await updateTagDefinition(tx, tagIdentity(name), after);
    if (done !== "changed") throw refuse(done === "taken" ? "NAME_TAKEN" : "UNKNOWN_ITEM");
    await noteChange(tx, desk.env, by, {
      action: "tag.changed",
      subject: before.name,
      detail: `${after.name} ${after.color}`,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return await readTag(desk, after.name);
}

/** Takes a declaration back: conversations keep the label, grey as any that nobody declared. @throws {Refusal} `UNKNOWN_ITEM` */
export async function deleteTag(desk: TagDesk, by: Author, name: string): Promise<void> {
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    if (!await deleteTagDefinition(tx, tagIdentity(name), UNDECLARED_COLOR)) throw refuse("UNKNOWN_ITEM");
    await noteChange(tx, desk.env, by, { action: "tag.deleted", subject: name });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
}
