/**
 * What Messagerie's tools are given: the desk and who calls. Nothing else comes in.
 * @module
 */
import type { z } from "zod";
import type { TokenActor } from "../../service/messagerie/actor.ts";
import type { Desk } from "../../service/messagerie/desk.ts";
import { renameIssues } from "../../service/messagerie/refusals.ts";
import { defineTool, type Tool, type ToolHints } from "../tool.ts";
import { snakeCase } from "./wire.ts";

/** The context of every tool. */
export interface DeskContext {
  readonly desk: Desk;
  readonly actor: TokenActor;
}

const define = defineTool<DeskContext>();

/** Defines one of Messagerie's tools; what the service refuses names the arguments as the client wrote them. */
export function defineDeskTool<Input extends z.ZodObject>(tool: Tool<DeskContext, Input>): Tool<DeskContext> {
  return define({
    ...tool,
    run: async (context, input, call) => {
      try {
        return await tool.run(context, input, call);
      } catch (error) {
        throw renameIssues(error, snakeCase);
      }
    },
  });
}

const hints = (readOnlyHint: boolean, idempotentHint: boolean, openWorldHint: boolean): ToolHints =>
  Object.freeze({ readOnlyHint, destructiveHint: false, idempotentHint, openWorldHint });

/** Only looks. */
export const READS = hints(true, true, false);
/** Sets a state: a second call with the same arguments finds it set and does nothing. */
export const SETS = hints(false, true, false);
/** Adds something that stays at the desk, each time it is called. */
export const ADDS = hints(false, false, false);
/** Sends a message out to somebody, each time it is called. */
export const SENDS = hints(false, false, true);
