/**
 * What a tool is, in both products: one frozen object, data to the protocol dispatcher. A tool holds no SQL, no
 * Request and no global; what it needs comes in as its context (service, identity, clock).
 * @module
 */
import type { z } from "zod";

/** What a tool tells hosts about itself; all four are always stated (contract: messagerie §3). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What running a tool may use of the call itself. */
export interface CallSignals {
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Sends progress; does nothing when the client did not ask for it. */
  progress(progress: number, total?: number, message?: string): void;
}

/** One tool. `Context` is the product's: its service, the caller's identity. */
export interface Tool<Context, Input extends z.ZodObject = z.ZodObject> {
  /** Wire name, snake_case. */
  readonly name: string;
  /** A short title for people. */
  readonly title: string;
  /** For the model: what it does, and which tool gives the ids that it takes. */
  readonly description: string;
  /** Validates the arguments; its JSON Schema is what clients see. Unknown keys are ignored. */
  readonly input: Input;
  readonly hints: ToolHints;
  readonly access: "read" | "write";
  /** Answers with a value that becomes compact JSON. Throws a `Refusal` for an expected refusal. */
  run(context: Context, input: z.output<Input>, call: CallSignals): Promise<unknown>;
}

/** Freezes a tool; the type parameter of its input is inferred. */
export function defineTool<Context>() {
  return <Input extends z.ZodObject>(tool: Tool<Context, Input>): Tool<Context> => {
    Object.freeze(tool.hints);
    return Object.freeze(tool) as unknown as Tool<Context>;
  };
}
