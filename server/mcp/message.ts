/**
 * JSON-RPC 2.0, one message at a time: text in, a message or the answer to a bad one out; and the text of answers. Batches
 * are refused (contract: messagerie §2 check 5). Ids are kept as the JSON text that came, so that they go back as they
 * were (mcp-wire habit 20).
 * @module
 */

/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A request, or a notification when it has no id. */
export interface Message {
  /** The id's own JSON text; undefined for a notification. */
  readonly id: string | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

/** What is sent back. `status` is the HTTP status; stdio ignores it. A notification has no body. */
export interface Reply {
  readonly status: number;
  readonly body: string | undefined;
}

/** A message; the answer to a bad one; or a client's answer, to a question that these servers never ask. */
export type Parsed =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "bad"; readonly reply: Reply }
  | { readonly kind: "response"; readonly reply: Reply };

/** JSON-RPC and MCP error codes. */
export const ERROR = {
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL: -32603,
  /** A request refused before any method: its code is the error's message (contract: messagerie §2). */
  REFUSED: -32000,
  /** Modern era: an HTTP header does not say what the body says. */
  HEADER_MISMATCH: -32020,
  /** Modern era: a protocol version that is not spoken here. */
  UNSUPPORTED_VERSION: -32022,
} as const;

/** An answer that holds a result; `result` is JSON text. */
export function resultReply(id: string, result: string): Reply {
  return { status: 200, body: `{"jsonrpc":"2.0","id":${id},"result":${result}}` };
}

/** An answer that holds an error. `id` is JSON text; `null` when there was none to read. */
export function errorReply(
  status: number,
  id: string | undefined,
  code: number,
  message: string,
  data?: JsonObject,
): Reply {
  const error = JSON.stringify(data === undefined ? { code, message } : { code, message, data });
  return { status, body: `{"jsonrpc":"2.0","error":${error},"id":${id ?? "null"}}` };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads one message. */
export function parseMessage(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "bad", reply: errorReply(400, undefined, ERROR.PARSE, "Parse error") };
  }
  if (!isObject(value)) return bad(undefined, "Expected one JSON-RPC request or notification");
  const id = idText(value["id"], text);
  if (value["jsonrpc"] !== "2.0") return bad(id, 'Expected "jsonrpc": "2.0"');
  const { method, params } = value;
  if (method === undefined && ("result" in value || "error" in value)) {
    const reply = errorReply(400, id, ERROR.INVALID_REQUEST, "Expected a request or a notification");
    return { kind: "response", reply };
  }
  if (typeof method !== "string") return bad(id, "Expected a method");
  if ("id" in value && id === undefined) return bad(undefined, "Expected a string or a number as id");
  // Some clients write an absent value as null.
  if (params !== undefined && params !== null && !isObject(params)) return bad(id, "Expected params by name");
  return { kind: "message", message: { id, method, params: params ?? {} } };
}

/** The id of a request whose answer is made elsewhere; undefined when there is none to read (mcp-wire habit 21). */
export function readId(text: string): string | undefined {
  const parsed = parseMessage(text);
  return parsed.kind === "message" ? parsed.message.id : undefined;
}

function bad(id: string | undefined, message: string): Parsed {
  return { kind: "bad", reply: errorReply(400, id, ERROR.INVALID_REQUEST, `Invalid request: ${message}`) };
}

/** The JSON text of an id; undefined for what cannot be one. */
function idText(id: unknown, text: string): string | undefined {
  if (typeof id === "string" || Number.isSafeInteger(id)) return JSON.stringify(id);
  // Other numbers may have lost digits when they were parsed: what came is looked up in the text.
  return typeof id === "number" ? lastTopLevelNumber(text, "id") : undefined;
}

const MEMBER_NUMBER = /:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
/** `"` `\` `:` `{` `[` `}` `]` */
const QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a, OPEN = [0x7b, 0x5b], CLOSE = [0x7d, 0x5d];

/**
 * The source text of the number that a top-level member holds; of doubled members the last, which is the one that
 * `JSON.parse` keeps. `text` is valid JSON and an object.
 */
function lastTopLevelNumber(text: string, name: string): string | undefined {
  let found: string | undefined;
  let key = "";
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at++;
      while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
      if (depth === 1) key = JSON.parse(text.slice(start, at + 1));
    } else if (code === COLON) {
      if (key !== name) continue;
      MEMBER_NUMBER.lastIndex = at;
      found = MEMBER_NUMBER.exec(text)?.[1];
    } else if (OPEN.includes(code)) depth++;
    else if (CLOSE.includes(code)) depth--;
  }
  return found;
}
