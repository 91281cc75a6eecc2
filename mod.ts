/**
 * What another program imports: Pacerelle's stdio server, to be started inside it. Runs on Deno and on Node 20.
 * @module
 */
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { VERSION as version } from "./base/version.ts";
import { startPacerelle as start } from "./server/pacerelle/start_pacerelle.ts";

/** This package's version. */
export const VERSION: string = version;

/** A variable that is a setting. What each means: the README's table. */
export type PacerelleVariable =
  | "PACERELLE_AGENT_ID"
  | "PACERELLE_AGENT_TOKEN"
  | "PACERELLE_STORE_ROOT"
  | "PACERELLE_BASE_URL"
  | "PACERELLE_WS_URL"
  | "PACERELLE_FILES_DIR"
  | "PACERELLE_LOG";

/** How the server is started; what is left out is the process's own. */
export interface PacerelleOptions {
  /** Wins over the process's environment, variable by variable. */
  readonly settings?: Readonly<Partial<Record<PacerelleVariable, string>>>;
  /** Where the host's messages come from, one per line. */
  readonly input?: Readable;
  /** Where the answers go, and nothing else. */
  readonly output?: Writable;
  /** Gets whole lines of the log (JSON). */
  readonly writeLog?: (line: string) => void;
  /** Called once with the exit code, when the host is gone and everything is closed. */
  readonly exit?: (code: number) => void;
}

/**
 * Serves MCP until the input ends. With settings that are missing or malformed it still serves, and each tool says which.
 * Listens to the process's SIGINT and SIGTERM.
 */
export async function startPacerelle(options: PacerelleOptions = {}): Promise<void> {
  const { settings = {}, ...parts } = options;
  await start({
    environment: (variable) => settings[variable as PacerelleVariable] ?? process.env[variable],
  }, parts);
}
