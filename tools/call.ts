/**
 * The one place that runs a tool, for both products. Refusals come in this order: what the caller may not do at all, bad
 * arguments, then whatever the tool refuses (contract: messagerie §3 "Refusals", §11). Never throws.
 * @module
 */
import type { Env } from "../base/env.ts";
import { type Issue, readInput } from "../base/issues.ts";
import { errorName, type Logger } from "../base/log.ts";
import { Refusal } from "../base/refusal.ts";
import { uuidv7 } from "../base/uuid.ts";
import type { CallSignals, Tool } from "./tool.ts";

/** What differs between products when a tool is called. */
export interface CallRules<Context> {
  /** Why this caller may not call this tool, whatever the arguments; undefined when they may. */
  forbid(tool: Tool<Context>, context: Context): Refusal | undefined;
  /** Mints the refusal of bad arguments. */
  invalid(issues: readonly Issue[]): Refusal;
  /** Mints the refusal that hides an unexpected failure, `error`; `incident` is the id that the log holds. */
  failed(incident: string, error: unknown): Refusal;
  readonly log: Logger;
  readonly env: Pick<Env, "now" | "randomBytes">;
}

/** What a call gives back: compact JSON, and whether it is a refusal. */
export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Runs `tool` with arguments as they came from the client. */
export async function callTool<Context>(
  rules: CallRules<Context>,
  tool: Tool<Context>,
  context: Context,
  args: unknown,
  signals: CallSignals,
): Promise<CallResult> {
  try {
    const forbidden = rules.forbid(tool, context);
    if (forbidden !== undefined) return refused(forbidden);
    const input = readInput(tool.input, args ?? {});
    if (!input.ok) return refused(rules.invalid(input.issues));
    const value = await tool.run(context, input.value, signals);
    return { text: JSON.stringify(value ?? null), isError: false };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    return refused(rules.failed(reportIncident(rules, "tool_failed", error, { tool: tool.name }), error));
  }
}

function refused(refusal: Refusal): CallResult {
  return { text: JSON.stringify(refusal), isError: true };
}

/**
 * Logs an unexpected failure under a new incident id, which is all that a client learns of it. The log gets where it
 * happened; the exception's own text may quote what people wrote, and stays out.
 */
export function reportIncident(
  { log, env }: Pick<CallRules<never>, "log" | "env">,
  event: string,
  error: unknown,
  fields: Readonly<Record<string, string>> = {},
): string {
  const incident = uuidv7(env);
  const frames = error instanceof Error
    ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line))
    : [];
  log.error(event, {
    ...fields,
    incident,
    error: errorName(error),
    at_code: frames?.slice(0, 8).map((line) => line.trim()).join(" < "),
  });
  return incident;
}
