/** A server in a process of its own, started as `deno task serve` starts it, and a small MCP client for it. */
import { until } from "../../until.ts";
import { command } from "./cli/run_cli.ts";
import type { Any } from "../../any.ts";

/** What `/mcp` answered. */
export interface Answered {
  readonly status: number;
  readonly body: Any;
}

/** A running server. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly process: Deno.ChildProcess;
  /** What it has written so far. */
  readonly out: () => string;
  readonly error: () => string;
  /** Sends a signal and waits for the end; gives the exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

function collect(stream: ReadableStream<Uint8Array>): { text: string; ended: Promise<void> } {
  const seen = { text: "", ended: Promise.resolve() };
  seen.ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) seen.text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  return seen;
}

/** Starts a server on a free port and waits until it listens. */
export async function serve(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const process = (await command(databaseUrl, [], { task: "serve", env: { MESSAGERIE_PORT: "0", ...env } }))
    .spawn();
  const out = collect(process.stdout);
  const error = collect(process.stderr);
  let ended = false;
  const status = process.status.then(({ code }) => {
    ended = true;
    return code;
  });
  const stop = async (signal: Deno.Signal = "SIGTERM") => {
    if (!ended) process.kill(signal);
    const code = await status;
    await Promise.all([out.ended, error.ended]);
    return code;
  };
  const listening = () => /écoute sur (http:\S+)/.exec(out.text)?.[1];
  await until(() => ended || listening() !== undefined).catch(() => {});
  const url = listening();
  if (url === undefined) {
    await stop("SIGKILL");
    throw new Error(`the server did not start: ${error.text}`);
  }
  return {
    url,
    process,
    out: () => out.text,
    error: () => error.text,
    stop,
    [Symbol.asyncDispose]: async () => void await stop("SIGKILL"),
  };
}

let ids = 0;

/** Calls a tool over MCP. */
export async function callTool(
  url: string,
  token: string,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Answered> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: ++ids,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  return { status: response.status, body: await response.json() };
}

/** Calls a tool that must succeed; gives the value in its text block. */
export async function callOk(url: string, token: string, name: string, args = {}): Promise<Any> {
  const { status, body } = await callTool(url, token, name, args);
  if (status !== 200 || body.result === undefined || body.result.isError) {
    throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  }
  return JSON.parse(body.result.content[0].text);
}
