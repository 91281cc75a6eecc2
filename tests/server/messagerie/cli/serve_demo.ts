/** `deno task demo:desk` until a test is done with it; gives what it printed. */
import { equal } from "node:assert/strict";
import { command } from "./run_cli.ts";

/** Starts it with a few conversations, on free ports. */
export async function serveDemo(url: string): Promise<AsyncDisposable & { readonly out: string }> {
  const child = (await command(url, ["--conversations", "5"], {
    task: "demo:desk",
    env: { MESSAGERIE_PORT: "0" },
    database: url,
  })).spawn();
  let out = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += chunk;
    if (out.includes("cette fois.")) break;
  }
  return {
    out,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.stderr.cancel();
      equal((await child.status).code, 0);
    },
  };
}
