/** Starts the load generator as a process of its own and asks it for one load after another. */
import { fileURLToPath } from "node:url";
import type { Load, Measured } from "./client.ts";

/** A running load generator. */
export interface Generator {
  run(load: Load): Promise<Measured>;
  stop(): Promise<void>;
}

/** Starts it; `tokens` are shown in turn, for as long as it runs. */
export async function startGenerator(tokens: readonly string[]): Promise<Generator> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--allow-net=127.0.0.1",
      fileURLToPath(new URL("./client.ts", import.meta.url)),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const send = (value: unknown) => writer.write(new TextEncoder().encode(JSON.stringify(value) + "\n"));
  await send(tokens);
  return {
    async run(load) {
      await send(load);
      let line = "";
      while (!line.endsWith("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error("the load generator ended");
        line += value;
      }
      return JSON.parse(line) as Measured;
    },
    async stop() {
      await writer.close();
      await child.status;
    },
  };
}
