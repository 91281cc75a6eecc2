/**
 * A small catalogue to drive the dispatcher with: a reading tool, a writing one, one that waits, one that breaks.
 * @module
 */
import * as z from "zod";
import { systemEnv } from "../../../base/env.ts";
import { createLogger, type Logger } from "../../../base/log.ts";
import { refuser } from "../../../base/refusal.ts";
import type { CallRules } from "../../../tools/call.ts";
import { defineTool, type Tool } from "../../../tools/tool.ts";
import { createDispatcher, type DispatcherOptions } from "../../../server/mcp/dispatch.ts";

/** Who calls. */
export interface Caller {
  readonly access: "read" | "write";
}

export const refuse = refuser({
  TOKEN_READ_ONLY: { status: 403, message: "Lecture seule." },
  INVALID_REQUEST: { status: 400, message: "Demande mal formée." },
  THING_NOT_FOUND: { status: 404, message: "Cette chose n’existe pas." },
  INTERNAL_ERROR: { status: 500, message: "Erreur interne." },
});

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const define = defineTool<Caller>();

export const TOOLS: readonly Tool<Caller>[] = [
  define({
    name: "echo",
    title: "Écho",
    description: "Rend ce qu’il reçoit.",
    input: z.object({ text: z.string(), times: z.int().min(1).max(5).default(1) }),
    hints,
    access: "read",
    run: (_, { text, times }) => Promise.resolve(Array.from({ length: times }, () => text)),
  }),
  define({
    name: "find",
    title: "Chercher",
    description: "Ne trouve jamais.",
    input: z.object({}),
    hints,
    access: "read",
    run: () => Promise.reject(refuse("THING_NOT_FOUND", { near: "là" })),
  }),
  define({
    name: "wait",
    title: "Attendre",
    description: "Attend, et dit où il en est.",
    input: z.object({ ms: z.int().min(0).max(60_000) }),
    hints,
    access: "read",
    run: async (_, { ms }, call) => {
      call.progress(0, 2, "début");
      await systemEnv.sleep(ms, call.signal).catch(() => {});
      call.progress(1, 2);
      return { waited: ms, cancelled: call.signal.aborted };
    },
  }),
  define({
    name: "break",
    title: "Casser",
    description: "Échoue.",
    input: z.object({}),
    hints,
    access: "read",
    run: () => {
      throw new RangeError("select secret from token");
    },
  }),
  define({
    name: "write",
    title: "Écrire",
    description: "Écrit.",
    input: z.object({ text: z.string() }),
    hints: { ...hints, readOnlyHint: false },
    access: "write",
    run: (_, { text }) => Promise.resolve({ written: text }),
  }),
];

/** Rules as Messagerie has them; log lines go to `lines`. */
export function rules(lines: string[] = []): CallRules<Caller> {
  return {
    forbid: (tool, caller) =>
      tool.access === "write" && caller.access === "read" ? refuse("TOKEN_READ_ONLY") : undefined,
    invalid: (issues) => refuse("INVALID_REQUEST", { issues }),
    failed: (incident) => refuse("INTERNAL_ERROR", { incident }),
    log: collect(lines),
    env: systemEnv,
  };
}

export function collect(lines: string[]): Logger {
  return createLogger({ level: "debug", env: systemEnv, write: (line) => void lines.push(line) });
}

export const INFO = { name: "fabrique", version: "0.1.0" };

/** A dispatcher over the catalogue. */
export function fakeDispatcher(more: Partial<DispatcherOptions<Caller>> = {}) {
  const callRules = more.rules ?? rules();
  return createDispatcher<Caller>({
    info: INFO,
    instructions: "Commencez par echo.",
    tools: TOOLS,
    visible: (tool, caller) => callRules.forbid(tool, caller) === undefined,
    ...more,
    rules: callRules,
  });
}
