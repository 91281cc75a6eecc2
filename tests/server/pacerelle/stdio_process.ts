/**
 * The real stdio server as a process, spoken to in raw lines: on Deno from its source, on Node 20 from a bundle.
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "../../until.ts";
import type { OwnedAgent } from "./person.ts";
import type { Any } from "../../any.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const CONFIG = path("../../../deno.json");
const MAIN = path("../../../server/pacerelle/cli/main.ts");

/** Which runtime. */
export type Runtime = "deno" | "node";

const bundles = new Map<string, string>();

/** The command line of a program of the house on a runtime. */
export function commandOf(runtime: Runtime, source = MAIN): [string, ...string[]] {
  if (runtime === "deno") {
    return [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--config", CONFIG, source];
  }
  return ["node", bundleOf(source)];
}

function bundleOf(source: string): string {
  const made = bundles.get(source);
  if (made !== undefined) return made;
  const file = join(mkdtempSync(join(tmpdir(), "pacerelle-bundle-")), "main.mjs");
  const args = ["bundle", "--quiet", "--platform=deno", "--config", CONFIG, "-o", file, source];
  execFileSync(Deno.execPath(), args);
  bundles.set(source, file);
  return file;
}

/** The variables of an agent's server. */
export function variablesOf(
  agent: OwnedAgent,
  root: string,
  relayUrl: string,
): Record<string, string> {
  return {
    PACERELLE_AGENT_ID: agent.id,
    PACERELLE_AGENT_TOKEN: agent.token,
    PACERELLE_STORE_ROOT: root,
    PACERELLE_BASE_URL: relayUrl,
    PACERELLE_LOG: "debug",
  };
}

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly value: Any;
}

/** A running server. */
export class StdioProcess implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Every line of stdout, as it came. */
  readonly lines: string[] = [];
  readonly log: string[] = [];
  /** Resolves with the exit code, or the signal's name. */
  readonly gone: Promise<number | string | null>;
  readonly #waiting = new Map<unknown, (answer: Any) => void>();
  readonly notifications: Any[] = [];
  #id = 0;

  constructor(
    variables: Readonly<Record<string, string>>,
    options: { readonly runtime?: Runtime; readonly args?: readonly string[]; readonly source?: string } = {},
  ) {
    const [program, ...args] = commandOf(options.runtime ?? "deno", options.source);
    this.child = spawn(program, [...args, ...options.args ?? []], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "", ...variables },
    });
    this.child.stdin!.on("error", () => {});
    this.gone = new Promise((resolve) => this.child.once("close", (code, signal) => resolve(code ?? signal)));
    createInterface({ input: this.child.stdout! }).on("line", (line) => this.#take(line));
    createInterface({ input: this.child.stderr! }).on("line", (line) => this.log.push(line));
    void this.gone.then(() => {
      for (const answer of this.#waiting.values()) answer(undefined);
    });
  }

  /** Says hello as a host of that name. */
  async initialize(name = "Atelier"): Promise<Any> {
    const result = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name, version: "1" },
    });
    this.write({ method: "notifications/initialized" });
    return result;
  }

  write(message: object): void {
    this.child.stdin!.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  }

  /** Sends a request; answers its id and what will come: undefined when the server ends first. */
  begin(method: string, params: object = {}): { id: number; answer: Promise<Any> } {
    const id = ++this.#id;
    const answer = new Promise<Any>((resolve) => this.#waiting.set(id, resolve));
    this.write({ id, method, params });
    return { id, answer };
  }

  async request(method: string, params: object = {}): Promise<Any> {
    const answer = await this.begin(method, params).answer;
    if (answer === undefined) throw new Error(`the server ended:\n${this.log.join("\n")}`);
    return answer.result ?? answer.error;
  }

  /** Calls a tool. */
  async tool(name: string, args: object = {}): Promise<ToolAnswer> {
    const result = await this.request("tools/call", { name, arguments: args });
    return { isError: result.isError === true, value: JSON.parse(result.content[0].text) };
  }

  /** Requests that wait, once there are any; asks again as an assistant does. */
  async requests(): Promise<Any[]> {
    let value: Any;
    const ask = async () => {
      ({ value } = await this.tool("wait_for_messages", { timeoutSeconds: 20 }));
      return value.messages?.length > 0;
    };
    await until(ask, () => value);
    return value.messages;
  }

  /** Asks how it stands until that is so. */
  async status(holds: (status: Any) => boolean): Promise<Any> {
    let value: Any;
    const ask = async () => {
      ({ value } = await this.tool("get_status"));
      return holds(value);
    };
    await until(ask, () => value);
    return value;
  }

  kill(signal: Deno.Signal = "SIGKILL"): Promise<number | string | null> {
    // Of a child that `child.kill` has signalled, Deno says that it died of it, however it ended.
    try {
      Deno.kill(this.child.pid!, signal);
    } catch {
      // It is gone already.
    }
    return this.gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #take(line: string): void {
    this.lines.push(line);
    const message = JSON.parse(line);
    if (message.id === undefined) this.notifications.push(message);
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
