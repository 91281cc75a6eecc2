/** Calls a tool as a client does: through the dispatcher, arguments and answer as JSON text. */
import assert from "node:assert/strict";
import { parseMessage } from "../../../server/mcp/message.ts";
import { createDeskDispatcher } from "../../../server/messagerie/desk_dispatcher.ts";
import type { TokenActor } from "../../../service/messagerie/actor.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import type { Any } from "../../any.ts";

/** What a tool answered: its text, read; and whether it is a refusal. */
export interface Answer {
  readonly value: Any;
  readonly text: string;
  readonly isError: boolean;
}

const signal = new AbortController().signal;

/** Sends a request; gives the JSON-RPC answer. */
export async function ask(
  desk: Desk,
  actor: TokenActor,
  method: string,
  params: object,
): Promise<Any> {
  const parsed = parseMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  assert.equal(parsed.kind, "message");
  const { body } = await createDeskDispatcher(desk).handle(
    (parsed as Extract<typeof parsed, { kind: "message" }>).message,
    { desk, actor },
    { signal },
  );
  return JSON.parse(body ?? "null");
}

/** Calls a tool; whatever it answers is one text block of compact JSON, and nothing else. */
export async function call(desk: Desk, actor: TokenActor, name: string, args: object = {}): Promise<Answer> {
  const { result } = await ask(desk, actor, "tools/call", { name, arguments: args });
  const { content, isError = false, ...rest } = result;
  assert.deepEqual(rest, {});
  assert.equal(content.length, 1);
  assert.deepEqual(Object.keys(content[0]), ["type", "text"]);
  assert.equal(content[0].type, "text");
  const { text } = content[0];
  const value = JSON.parse(text);
  assert.equal(text, JSON.stringify(value), "compact JSON");
  return { value, text, isError };
}
