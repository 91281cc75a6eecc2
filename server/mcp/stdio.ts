/**
 * MCP over stdio: one JSON-RPC message per line in, one per line out, and nothing else on the output (mcp-wire habit 18).
 * Calls run at the same time. It ends when its host does (habits 11 and 26). `node:` streams only: runs on Deno and Node.
 * @module
 */
import type { Readable, Writable } from "node:stream";
import type { Dispatcher } from "./dispatch.ts";
import { createLineCutter } from "./lines.ts";
import { ERROR, errorReply, type Message, parseMessage } from "./message.ts";

/** Longest line that is read, as long as an HTTP body may be. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** How long answers in the making may still take once the host has stopped asking; hosts kill within 50 ms. */
const LAST_ANSWERS_MS = 20;

/** What stdio is served with. */
export interface StdioOptions<Context> {
  readonly input: Readable;
  readonly output: Writable;
  readonly dispatcher: Dispatcher<Context>;
  readonly context: Context;
  /**
   * Called once, when the host is gone: `reason` says how that was noticed. The caller frees what it holds and exits at
   * once. Every call's signal is aborted by then.
   */
  readonly onClose: (reason: string) => void;
}

/** A request that is being answered. */
interface InFlight {
  readonly id: string;
  readonly controller: AbortController;
}

/** Serves until the input ends or the output breaks, or until `close` is called. */
export function serveStdio<Context>(options: StdioOptions<Context>): { close(reason: string): void } {
  const { input, output, dispatcher, context } = options;
  const inFlight = new Set<InFlight>();
  let unwritten = 0;
  let state: "open" | "ending" | "closed" = "open";
  let lastCall: ReturnType<typeof setTimeout> | undefined;

  function close(reason: string): void {
    if (state === "closed") return;
    state = "closed";
    clearTimeout(lastCall);
    input.off("data", cut);
    input.pause();
    for (const { controller } of inFlight) controller.abort(new Error("The client is gone"));
    options.onClose(reason);
  }

  /** The host asks for nothing more: what is nearly answered still goes out, what waits does not hold the exit. */
  function end(reason: string): void {
    if (state !== "open") return;
    state = "ending";
    if (isIdle()) return close(reason);
    lastCall = setTimeout(() => close(reason), LAST_ANSWERS_MS);
  }

  function isIdle(): boolean {
    return inFlight.size === 0 && unwritten === 0;
  }

  function send(body: string): void {
    if (state === "closed") return;
    unwritten++;
    const room = output.write(body + "\n", () => {
      unwritten--;
      if (state === "ending" && isIdle()) close("stdin ended");
    });
    // A host that does not read is not read either, so that what waits for it stays bounded.
    if (!room && state === "open") {
      input.pause();
      output.once("drain", () => state === "open" && input.resume());
    }
  }

  async function answer(message: Message & { readonly id: string }): Promise<void> {
    const controller = new AbortController();
    const call = { id: message.id, controller };
    inFlight.add(call);
    const { signal } = controller;
    const notify = (body: string) => signal.aborted || send(body);
    const { body } = await dispatcher.handle(message, context, { signal, notify });
    inFlight.delete(call);
    // After a cancellation nothing more is sent for that id (contract: mcp-wire).
    if (body !== undefined && !signal.aborted) send(body);
    else if (state === "ending" && isIdle()) close("stdin ended");
  }

  function cancel({ params }: Message): void {
    for (const { id, controller } of inFlight) {
      if (JSON.parse(id) === params["requestId"]) controller.abort(new Error("Cancelled by the client"));
    }
  }

  function receive(line: string | undefined): void {
    if (state !== "open" || line?.trim() === "") return;
    if (line === undefined) {
      return send(
        errorReply(400, undefined, ERROR.PARSE, "Parse error: line too long, or not UTF-8").body ?? "",
      );
    }
    const parsed = parseMessage(line);
    if (parsed.kind === "bad") return send(parsed.reply.body ?? "");
    // An answer to a question that was never asked needs none.
    if (parsed.kind === "response") return;
    const { message } = parsed;
    if (message.id !== undefined) void answer({ ...message, id: message.id });
    else if (message.method === "notifications/cancelled") cancel(message);
  }

  const cut = createLineCutter(MAX_LINE_BYTES, receive);
  input.on("data", cut);
  input.once("end", () => end("stdin ended"));
  input.once("close", () => end("stdin closed"));
  // Both stay attached: an error event that nobody hears would end the process with a stack trace.
  input.on("error", () => end("stdin failed"));
  output.on("error", () => close("stdout failed"));
  output.once("close", () => close("stdout closed"));
  return { close };
}
