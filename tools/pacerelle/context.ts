/**
 * What Pacerelle's tools are given: the way to the inbox, which opens at the first call. Nothing else comes in.
 * @module
 */
import type { Refusal } from "../../base/refusal.ts";
import type { Inbox } from "../../service/pacerelle/inbox/inbox.ts";
import { defineTool, type ToolHints } from "../tool.ts";

/** The context of every tool. */
export interface InboxContext {
  /** Why no tool can work here, such as a setting that is missing; undefined when they can. */
  readonly obstacle: Refusal | undefined;
  /** The open inbox. Throws STATE_IN_USE, STATE_UNREADABLE, KEY_MISSING. */
  open(): Promise<Inbox>;
}

/** Defines one of Pacerelle's tools. */
export const defineInboxTool = defineTool<InboxContext>();

const hints = (readOnlyHint: boolean, idempotentHint: boolean, openWorldHint: boolean): ToolHints =>
  Object.freeze({ readOnlyHint, destructiveHint: false, idempotentHint, openWorldHint });

/** Only looks. */
export const READS = hints(true, true, false);
/** Sets a state: a second call with the same arguments finds it set. */
export const SETS = hints(false, true, false);
/** Sends to the person; the same content again, right after, is the same message. */
export const SENDS = hints(false, true, true);
