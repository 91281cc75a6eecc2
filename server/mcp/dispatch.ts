/**
 * The protocol dispatcher: one message in, one answer out, in both eras of MCP (contract: mcp-wire). Pure: no HTTP, no
 * stdio, no clock; Messagerie serves it over HTTP and Pacerelle over stdio. Tools and prompts are data to it. No state is
 * kept from one message to the next (mcp-wire habit 19).
 * @module
 */
import { type CallResult, type CallRules, callTool, reportIncident } from "../../tools/call.ts";
import type { Prompt } from "../../tools/prompt.ts";
import type { CallSignals, Tool } from "../../tools/tool.ts";
import { ERROR, errorReply, isObject, type Message, type Reply, resultReply } from "./message.ts";
import {
  DISCOVER,
  envelopeFault,
  type HeaderReader,
  isModern,
  MODERN_VERSIONS,
  SERVER_INFO_KEY,
  versionFault,
} from "./modern.ts";
import { inputSchemaOf } from "./schema.ts";

/** Legacy versions, newest first; the first is offered to a client that asks for one we do not know. */
const LEGACY_VERSIONS: readonly [string, ...string[]] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
];

/** What a dispatcher serves. */
export interface DispatcherOptions<Context> {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string };
  /** For the model, in the product's language. */
  readonly instructions: string;
  /** In the order in which they are listed. */
  readonly tools: readonly Tool<Context>[];
  /** Whether a tool is listed for this caller; a hidden one can still be called, and is refused by the rules. */
  readonly visible?: (tool: Tool<Context>, context: Context) => boolean;
  readonly prompts?: readonly Prompt[];
  readonly rules: CallRules<Context>;
  /** For how long a modern client may keep a list, in milliseconds. */
  readonly listTtlMs?: number;
}

/** What a message came with. */
export interface Exchange {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Over HTTP only: the request's headers. */
  readonly headers?: HeaderReader;
  /** Sends a notification, as JSON text, before the answer. Absent where none can be sent. */
  readonly notify?: (body: string) => void;
}

/** Answers messages. */
export interface Dispatcher<Context> {
  /** Never rejects. */
  handle(message: Message, context: Context, exchange: Exchange): Promise<Reply>;
}

const ACCEPTED: Reply = Object.freeze({ status: 202, body: undefined });
/** A list changes with the server's version and with what a token may do, which is fixed when it is made. */
const LIST_TTL_MS = 300_000;

/** Makes the dispatcher. @throws {TypeError} when a tool's schema is not plain, or two tools have one name. */
export function createDispatcher<Context>(options: DispatcherOptions<Context>): Dispatcher<Context> {
  const { info, instructions, rules, visible = () => true, prompts = [] } = options;
  const tools = new Map(options.tools.map((tool) => [tool.name, { tool, listed: describe(tool) }]));
  if (tools.size !== options.tools.length) throw new TypeError("Two tools have the same name");

  // Nothing here ever changes while it runs: no listChanged, so that no client waits for it (mcp-wire habit 23).
  const capabilities = prompts.length > 0 ? { tools: {}, prompts: {} } : { tools: {} };
  const caching = { ttlMs: options.listTtlMs ?? LIST_TTL_MS, cacheScope: "private" };
  // Members that each modern result ends with, and each list besides; as JSON text, since they never change.
  const modernEnd = "," +
    JSON.stringify({ resultType: "complete", _meta: { [SERVER_INFO_KEY]: info } }).slice(1, -1);
  const modernListEnd = modernEnd + "," + JSON.stringify(caching).slice(1, -1);
  const discovered = JSON.stringify({ supportedVersions: MODERN_VERSIONS, capabilities, instructions })
    .slice(0, -1) + modernListEnd + "}";
  const promptList = JSON.stringify(
    prompts.map(({ name, title, description }) => ({ name, title, description })),
  );

  function initialize({ id, params }: Request): Reply {
    const asked = params["protocolVersion"];
    const protocolVersion = LEGACY_VERSIONS.find((version) => version === asked) ?? LEGACY_VERSIONS[0];
    return resultReply(id, JSON.stringify({ protocolVersion, capabilities, serverInfo: info, instructions }));
  }

  function listTools(context: Context): string {
    let list = "";
    for (const { tool, listed } of tools.values()) {
      if (visible(tool, context)) list += list === "" ? listed : "," + listed;
    }
    return `{"tools":[${list}]`;
  }

  async function call(request: Request, context: Context, exchange: Exchange, end: string): Promise<Reply> {
    const { id, params } = request;
    const found = typeof params["name"] === "string" ? tools.get(params["name"]) : undefined;
    if (found === undefined) return errorReply(200, id, ERROR.INVALID_PARAMS, "Unknown tool");
    const signals = new Signals(request, exchange);
    const result = await callTool(rules, found.tool, context, params["arguments"], signals);
    signals.end();
    return resultReply(id, toolResult(result) + end + "}");
  }

  function getPrompt({ id, params }: Request, end: string): Reply {
    const prompt = prompts.find(({ name }) => name === params["name"]);
    if (prompt === undefined) return errorReply(200, id, ERROR.INVALID_PARAMS, "Unknown prompt");
    const { description, text } = prompt;
    const messages = [{ role: "user", content: { type: "text", text } }];
    return resultReply(id, JSON.stringify({ description, messages }).slice(0, -1) + end + "}");
  }

  async function answer(request: Request, context: Context, exchange: Exchange): Promise<Reply> {
    const { id, method } = request;
    const modern = isModern(request, exchange.headers);
    const fault = modern
      ? envelopeFault(request, exchange.headers)
      : legacyVersionFault(request, exchange.headers);
    if (fault !== undefined) return fault;
    const end = modern ? modernEnd : "";
    const listEnd = modern ? modernListEnd : "";
    switch (method) {
      case "tools/call":
        return await call(request, context, exchange, end);
      case "tools/list":
        return resultReply(id, listTools(context) + listEnd + "}");
      case "prompts/list":
        if (prompts.length > 0) return resultReply(id, `{"prompts":${promptList}${listEnd}}`);
        break;
      case "prompts/get":
        if (prompts.length > 0) return getPrompt(request, end);
        break;
      case DISCOVER:
        return resultReply(id, discovered);
      case "initialize":
        if (!modern) return initialize(request);
        break;
      case "ping":
        if (!modern) return resultReply(id, "{}");
        break;
    }
    return errorReply(modern ? 404 : 200, id, ERROR.METHOD_NOT_FOUND, "Method not found");
  }

  return Object.freeze({
    async handle(message: Message, context: Context, exchange: Exchange): Promise<Reply> {
      // A notification asks for nothing; cancellation is the transport's, which holds the signal.
      if (message.id === undefined) return ACCEPTED;
      try {
        return await answer(message as Request, context, exchange);
      } catch (error) {
        const incident = reportIncident(rules, "dispatch_failed", error, {
          method: message.method.slice(0, 64),
        });
        return errorReply(500, message.id, ERROR.INTERNAL, "Internal error", { incident });
      }
    },
  });
}

type Request = Message & { readonly id: string };

/** Over HTTP a later request of a legacy client names the version agreed on; one that nobody speaks is refused. */
function legacyVersionFault(request: Request, headers: HeaderReader | undefined): Reply | undefined {
  const version = headers?.get("mcp-protocol-version");
  if (version === null || version === undefined || request.method === "initialize") return undefined;
  return LEGACY_VERSIONS.includes(version) ? undefined : versionFault(request.id, version, LEGACY_VERSIONS);
}

/** A tool as `tools/list` gives it, as JSON text. */
function describe<Context>(tool: Tool<Context>): string {
  const { name, title, description, hints } = tool;
  return JSON.stringify({ name, title, description, inputSchema: inputSchemaOf(tool), annotations: hints });
}

/** A tool's result up to its closing brace: one text block (contract: messagerie §3; mcp-wire habit 14). */
function toolResult({ text, isError }: CallResult): string {
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}]${isError ? ',"isError":true' : ""}`;
}

/** What a tool may use of its call. */
class Signals implements CallSignals {
  readonly #exchange: Exchange;
  /** Given by a client that wants progress; it gets none without, and none after the answer (mcp-wire habit 10). */
  #progressToken: string | number | undefined;

  constructor({ params }: Request, exchange: Exchange) {
    this.#exchange = exchange;
    const meta = params["_meta"];
    const token = isObject(meta) ? meta["progressToken"] : undefined;
    if (typeof token === "string" || typeof token === "number") this.#progressToken = token;
  }

  /** Asked for late: over HTTP it costs something, and most tools never look at it. */
  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  // A property, so that a tool may pass the function on by itself.
  readonly progress: CallSignals["progress"] = (progress, total, message) => {
    const progressToken = this.#progressToken;
    if (progressToken === undefined) return;
    const params = { progressToken, progress, total, message };
    this.#exchange.notify?.(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
  };

  end(): void {
    this.#progressToken = undefined;
  }
}
