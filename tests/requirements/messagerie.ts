/**
 * Promises about Messagerie. "source" is the French source document; "§" the contract's section.
 * @module
 */
import { section } from "./requirement.ts";

export const MESSAGERIE = [
  ...section("messagerie source: transport", [
    [
      "messagerie.source.same-service",
      "tools and REST go through one service: what a program writes shows in the inbox at once",
    ],
    ["messagerie.source.one-token-two-surfaces", "one token can open both MCP and REST"],
    ["messagerie.source.claude-code-command", "the command for Claude Code connects it"],
    ["messagerie.source.mcp-servers-json", "the mcpServers configuration with a header connects a client"],
    ["messagerie.source.relay-config", "the mcp-remote configuration connects a stdio-only client"],
    ["messagerie.source.json-only", "answers are JSON, never a stream"],
    ["messagerie.source.only-post", "only POST answers; GET and DELETE are 405"],
    [
      "messagerie.source.no-session",
      "no session: each request checks token and rights; revocation holds from the next request",
    ],
    ["messagerie.source.origin", "a request with an Origin header is refused with 403"],
    ["messagerie.source.identity", "the server presents itself as messagerie 0.1.0 with instructions"],
    ["messagerie.source.rate", "240 requests a minute per token, then 429"],
    ["messagerie.source.read-only-list", "a read-only token is not shown the write tools"],
    ["messagerie.source.no-delete", "no tool deletes, and none takes another identity"],
    [
      "messagerie.source.refusal-shape",
      "a refused tool answers isError with a JSON object {code, message} as its text",
    ],
    ["messagerie.source.signed", "what a program writes is signed with its token's name"],
  ]),
  ...section("messagerie §1", [
    ["messagerie.http.routes", "each route answers as the table says; the rest is 404"],
    ["messagerie.http.healthz", "/healthz is 200 while the database answers"],
    ["messagerie.http.settings", "settings come from the environment or flags; a bad one is named"],
    ["messagerie.http.shutdown", "SIGTERM finishes what is in flight and closes the database"],
  ]),
  ...section("messagerie §2", [
    ["messagerie.mcp.check-0", "anything but POST is 405 METHOD_NOT_ALLOWED before any other check"],
    [
      "messagerie.mcp.check-1",
      "an Origin header with any value, null too, is 403 before the token is looked at",
    ],
    ["messagerie.mcp.check-2", "a bad token is 401 with its code and the challenge"],
    [
      "messagerie.mcp.check-3",
      "the 241st request of a sliding minute is 429 with Retry-After; refused ones are not counted",
    ],
    ["messagerie.mcp.check-4", "a content type other than JSON is 415"],
    ["messagerie.mcp.check-5", "bodies over 1 MiB, bad JSON, batches and null ids are refused"],
    ["messagerie.mcp.order", "the checks are made in their order"],
    ["messagerie.mcp.envelope", "checks 0 to 3 answer the -32000 envelope with the code as message"],
    ["messagerie.mcp.accept", "Accept is ignored"],
    ["messagerie.mcp.notification", "a notification gets 202 and nothing else"],
    ["messagerie.mcp.session-header", "no session header is issued; one that is sent is ignored"],
    ["messagerie.mcp.no-cors", "no CORS header, no preflight"],
    ["messagerie.mcp.two-processes", "two processes share the limit of a token"],
  ]),
  ...section("messagerie §3 tools", [
    ["messagerie.tools.order", "tools/list has the fifteen tools in their order"],
    [
      "messagerie.tools.hints",
      "every tool states its four hints; none is destructive; two reach the open world",
    ],
    ["messagerie.tools.plain-schemas", "schemas are plain"],
    ["messagerie.tools.no-output-schema", "no outputSchema, no structuredContent"],
    ["messagerie.tools.token-budget", "tools/list costs a model at most 4,000 tokens"],
    ["messagerie.tools.result-text", "a result is one text block of compact JSON; lists are bare arrays"],
    ["messagerie.tools.snapshots", "each tool's schema and full answer change only on purpose"],
    ["messagerie.refusals.one-table", "only the table mints codes"],
    ["messagerie.refusals.bad-arguments", "bad arguments name each field in French"],
    ["messagerie.refusals.read-only", "a write tool called with a read-only token answers TOKEN_READ_ONLY"],
    ["messagerie.refusals.unknown-tool", "an unknown tool is a JSON-RPC error -32602"],
    [
      "messagerie.refusals.internal",
      "an unexpected failure gives an incident id and nothing of the exception",
    ],
    ["messagerie.refusals.extra-arguments", "unknown extra arguments are ignored"],
    ["messagerie.refusals.order", "read-only, invalid, empty, not found: in this order"],
    ["messagerie.reach.everywhere", "no answer of any tool or route names what the token does not reach"],
    ["messagerie.reach.no-inbox", "a conversation without inbox is reached by everybody"],
    ["messagerie.reach.contacts", "contacts are reached through a reached conversation"],
    ["messagerie.reach.creator", "a token reaches no more than its creator"],
  ]),
  ...section("messagerie §3 reads", [
    ["messagerie.whoami", "whoami tells the token, its prefix with head, its rights and inboxes"],
    ["messagerie.list_inboxes", "list_inboxes tells the reached inboxes in creation order"],
    ["messagerie.list_agents", "list_agents tells active people by name in French order"],
    [
      "messagerie.list_conversations.filters",
      "status, inbox and assignee filter; unknown ones give an empty list",
    ],
    ["messagerie.list_conversations.order", "latest message first, then id; limit and before page"],
    [
      "messagerie.list_conversations.item",
      "an item has the fields of the contract; its last message is the last text",
    ],
    ["messagerie.list_conversations.cut", "text is cut at 240 characters on a code-point boundary"],
    [
      "messagerie.get_conversation.shape",
      "a conversation has every field and all its messages, oldest first",
    ],
    [
      "messagerie.get_conversation.messages",
      "each kind of message has its own fields; a deleted one has three",
    ],
    ["messagerie.get_conversation.paging", "limit and before page backwards from the newest"],
    ["messagerie.get_conversation.pure", "reading changes nothing"],
    [
      "messagerie.get_conversation.events",
      "events carry their data by type, with names as they were; tags make none",
    ],
    [
      "messagerie.search.words",
      "every word occurs in the text as a substring, case, accents and ligatures aside",
    ],
    ["messagerie.search.plain", "percent and underscore are plain characters"],
    ["messagerie.search.short", "a query under three characters is refused"],
    ["messagerie.search.scope", "texts and notes, resolved ones included, newest first, twenty at most"],
    ["messagerie.search.oracle", "answers equal a naive search"],
    [
      "messagerie.list_contacts",
      "contacts are found by name, e-mail, external id and phone digits; latest first",
    ],
    ["messagerie.get_contact", "a contact is told with its reached conversations, newest first"],
  ]),
  ...section("messagerie §3 writes", [
    ["messagerie.writes.returns", "each write answers with the conversation as it is after"],
    ["messagerie.writes.text", "text is trimmed; blank is refused; length is bounded"],
    ["messagerie.writes.one-transaction", "a write is one transaction: all or nothing"],
    ["messagerie.send_reply.status", "a reply opens what was ai, resolved or snoozed; events tell it"],
    ["messagerie.send_reply.assignee", "a program's reply leaves the assignee; a person's takes it"],
    ["messagerie.send_reply.resolve", "resolve ends the conversation with the reply"],
    ["messagerie.send_reply.unread", "a reply clears unread and moves the date"],
    [
      "messagerie.send_reply.markdown",
      "light Markdown reaches the visitor rendered, anything else as plain text",
    ],
    ["messagerie.add_note", "a note is for the team and changes nothing else"],
    ["messagerie.assign.rules", "assigning follows the rules of the contract"],
    ["messagerie.assign.notifies", "the new assignee is notified"],
    ["messagerie.resolve", "resolving is idempotent, clears unread and snooze, keeps the assignee"],
    ["messagerie.tags", "tags take a declared name and colour, once per conversation, case aside"],
    [
      "messagerie.start.destination",
      "one of contact, phone, e-mail gives a destination; numbers are normalised",
    ],
    ["messagerie.start.contact", "the contact is found or made without a leak"],
    ["messagerie.start.resumes", "the contact's conversation goes on unless resolved for more than a day"],
    ["messagerie.start.new", "a new conversation is open, unassigned, in the channel's inbox"],
    ["messagerie.start.refusals", "refusals come in the order of the contract and write nothing"],
  ]),
  ...section("messagerie §4", [
    [
      "messagerie.tokens.form",
      "a token has the form of the contract, and its secret is stored only as a hash",
    ],
    ["messagerie.tokens.order", "checks: shape, known, creator, surface, revoked, expired"],
    [
      "messagerie.tokens.next-request",
      "revocation, expiry and deactivation hold from the next request in every process",
    ],
    ["messagerie.tokens.last-used", "last use is written at most every five minutes"],
    ["messagerie.tokens.slow-down", "failed authentications are slowed down per address"],
    ["messagerie.tokens.cli", "token create, list and revoke work, the token shown once"],
    ["messagerie.cli.directory", "agent and inbox commands work"],
    ["messagerie.cli.fresh-database", "commands work on a database that does not exist yet"],
    [
      "messagerie.cli.json",
      "--json prints JSON alone; a refusal is a sentence on stderr and a non-zero exit",
    ],
  ]),
  ...section("messagerie §5", [
    ["messagerie.rest.routes", "every route answers as the contract says"],
    ["messagerie.rest.envelopes", "success and refusal have their envelopes and statuses"],
    ["messagerie.rest.openapi", "the OpenAPI document holds for every answer"],
    ["messagerie.rest.same-contacts", "MCP and REST give the same contact objects"],
    [
      "messagerie.rest.errors",
      "unknown routes, other methods, malformed ids and too large bodies are refused",
    ],
  ]),
  ...section("messagerie §6", [
    ["messagerie.data.ids", "ids are UUIDs version 7"],
    ["messagerie.data.migrations", "the server migrates at start under a lock and refuses a newer database"],
    ["messagerie.data.metadata", "metadata is bounded"],
    [
      "messagerie.data.visitor-reopens",
      "a visitor's message to a resolved conversation opens it, for people or for the AI",
    ],
    [
      "messagerie.data.faults",
      "a corrupt, read-only, newer, locked or full database gives one sentence and harms nothing",
    ],
    ["messagerie.data.kill", "a killed server loses no acknowledged write and doubles none"],
    ["messagerie.data.foreign-keys", "foreign keys hold"],
  ]),
  ...section("messagerie §7", [
    [
      "messagerie.live.feed",
      "every committed write adds to the change feed in its own transaction; other processes see it",
    ],
  ]),
  ...section("messagerie §8", [
    ["messagerie.outbound.states", "a message goes through the queue's states; the thread shows them"],
    ["messagerie.outbound.retries", "retries follow the schedule, then fail with a code"],
    ["messagerie.outbound.order", "one conversation's messages leave in order"],
    [
      "messagerie.outbound.crash",
      "a crash neither loses a message nor sends twice what was accepted with an id",
    ],
    ["messagerie.outbound.email", "e-mail really leaves by SMTP, safe against hostile text"],
    ["messagerie.outbound.sms", "SMS really leave through the provider's API; statuses come back signed"],
    ["messagerie.outbound.secrets", "secrets come from the environment and are never told"],
  ]),
  ...section("messagerie §9", [
    ["messagerie.scale.statements", "no statement count grows with the number of rows"],
    ["messagerie.demo", "demo fills a desk reproducibly"],
  ]),
  ...section("messagerie §10", [
    ["messagerie.import.all-or-nothing", "an import loads everything or nothing and names the faulty path"],
    ["messagerie.import.ids", "ids that exist are refused unless told to update"],
    ["messagerie.import.round-trip", "export then import gives the same desk"],
    ["messagerie.import.streamed", "large files pass in bounded memory"],
  ]),
  ...section("messagerie §11", [
    ["messagerie.text.code-points", "characters are code points in every limit and cut"],
    ["messagerie.text.folding", "folding is the same for search and contacts"],
    ["messagerie.logs", "logs hold no content, token or secret"],
  ]),
];
