/**
 * Structured logs: one JSON line per event, to a sink that the caller gives (stderr in both products; never stdout).
 * Values are states, counts, codes, timings and ids. Never text of a message, a token or a secret: callers pass none.
 * @module
 */
import type { Env } from "./env.ts";

/** From most to least important. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
/** One of {@linkcode LOG_LEVELS}. */
export type LogLevel = typeof LOG_LEVELS[number];
/** What a line may carry besides its level, time and event name. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes events at and above a level. */
export interface Logger {
  readonly level: LogLevel;
  error(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
}

/**
 * What may be logged of an error: its class, with its kind or code when it is a plain word. Never its message, which may
 * quote what people wrote, an address or a secret.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { kind, code } = error as { readonly kind?: unknown; readonly code?: unknown };
  const word = [kind, code].find((detail) => typeof detail === "string" && /^\w{1,60}$/.test(detail));
  return word === undefined ? error.name : `${error.name} ${word}`;
}

/** A logger over `write`, which gets whole lines that end in a line feed. A failing sink is ignored. */
export function createLogger(
  options: {
    readonly level: LogLevel;
    readonly write: (line: string) => void;
    readonly env: Pick<Env, "now">;
  },
): Logger {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const at = (level: LogLevel) => (event: string, fields: LogFields = {}) => {
    if (LOG_LEVELS.indexOf(level) > threshold) return;
    try {
      options.write(
        JSON.stringify({ at: new Date(options.env.now()).toISOString(), level, event, ...fields }) + "\n",
      );
    } catch {
      // A log that cannot be written must not stop the work that it tells of.
    }
  };
  return Object.freeze({
    level: options.level,
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: at("debug"),
  });
}

/** A logger that keeps nothing. */
export const silentLogger: Logger = createLogger({ level: "error", write: () => {}, env: { now: () => 0 } });
