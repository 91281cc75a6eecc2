/**
 * Promises about Pacerelle. "source" is the French source document; "§" the contract's section; "channel" the channel's.
 * @module
 */
import { section } from "./requirement.ts";

export const PACERELLE = [
  ...section("pacerelle source", [
    ["pacerelle.source.eight-tools", "the server exposes the eight tools"],
    ["pacerelle.source.prompt", "the prompt start_pacerelle starts or resumes the loop"],
    ["pacerelle.source.resume", "a new session resumes from checkpoints without a transcript"],
    ["pacerelle.source.checkpoint-content", "a checkpoint holds only what the assistant saved"],
    ["pacerelle.source.token-never-on-disk", "tokens are never written to disk"],
    ["pacerelle.source.one-host", "one host at a time uses an agent's state on a machine"],
    [
      "pacerelle.source.backup-folder",
      "the state file and its key go together; the whole folder is the backup",
    ],
    ["pacerelle.source.submitted", "submitted means handed to the relay and no more"],
    ["pacerelle.source.pending-stay", "requests stay pending until marked processed; reading does not mark"],
  ]),
  ...section("pacerelle §1 server", [
    [
      "pacerelle.settings",
      "settings come from variables and flags; the relay's WebSocket address is derived",
    ],
    [
      "pacerelle.settings.missing",
      "with missing or malformed settings the process stays up and each tool names the variable",
    ],
    ["pacerelle.logs", "logs go to stderr as JSON lines and hold no text, token or answer"],
    ["pacerelle.exit", "the process ends at once with its host and frees the lock"],
    ["pacerelle.cli", "--version, --help and doctor work from a terminal"],
    ["pacerelle.doctor", "doctor finds each fault and names one next action"],
    ["pacerelle.state.lazy", "nothing is locked, written or connected before the first tool call"],
    [
      "pacerelle.state.second-process",
      "a second process answers STATE_IN_USE with who, and takes over by itself",
    ],
    ["pacerelle.refusals", "refusals come from one table"],
    [
      "pacerelle.get_status",
      "get_status tells the truth of connection, pending, uncertain, store, and one next thing",
    ],
    ["pacerelle.get_status.deaf", "connected is said only if the relay answered lately"],
    [
      "pacerelle.wait.pending-first",
      "pending requests come at once, oldest first; with a cursor only what came after",
    ],
    [
      "pacerelle.wait.bounds",
      "a wait is clamped to 30 s, ends on cancellation, and an empty answer says to call again",
    ],
    ["pacerelle.send_message", "send_message answers submitted, queued or uncertain, truly"],
    ["pacerelle.send_widget", "send_widget sends a valid widget and refuses a bad one with the field's path"],
    ["pacerelle.mark_processed", "mark_processed is idempotent and takes one or several"],
    ["pacerelle.get_history", "get_history pages requests and replies with their states, newest last"],
    ["pacerelle.checkpoints", "a checkpoint replaces the one before, and goes when its request is processed"],
    [
      "pacerelle.sends.states",
      "a send goes queued, submitted, delivered, read; uncertain is settled by asking",
    ],
    ["pacerelle.sends.same-id", "a retry uses the same id and the relay keeps one"],
    ["pacerelle.tools.snapshots", "each tool's schema changes only on purpose"],
    ["pacerelle.tools.hostile-text", "what a person writes stays data"],
  ]),
  ...section("pacerelle §2 store", [
    ["pacerelle.store.layout", "one state file and one key file, 0600 in 0700"],
    ["pacerelle.store.no-plaintext", "no plaintext but format marks is on disk"],
    ["pacerelle.store.nonce", "a nonce never repeats under a key"],
    [
      "pacerelle.store.authenticated",
      "whatever does not authenticate is STATE_UNREADABLE; a torn tail is cut",
    ],
    [
      "pacerelle.store.compaction",
      "compaction is crash-safe and keeps the generation before until the new one is read back",
    ],
    ["pacerelle.store.durable-first", "a change is on disk before anyone is told of it"],
    [
      "pacerelle.store.three-errors",
      "key without state, state without key, key that does not fit: three errors",
    ],
    ["pacerelle.store.rollback", "a restored old state is detected and mended"],
    ["pacerelle.store.bounded", "history is bounded and pending requests are never dropped"],
    ["pacerelle.store.failing-disk", "a failing file system at any step loses nothing that was promised"],
    ["pacerelle.store.format", "the format is as documented, byte by byte"],
    ["pacerelle.store.vectors", "published vectors hold for the file's crypto"],
    ["pacerelle.store.both-runtimes", "the file is the same from Deno and from Node"],
    ["pacerelle.lock", "the kernel holds the lock: one winner, gone with SIGKILL, held through sleep"],
  ]),
  ...section("pacerelle §3 widgets", [
    ["pacerelle.widgets.kinds", "the six kinds are validated on both ends"],
    ["pacerelle.widgets.answers", "an answer is bound to widget, conversation and account; the first counts"],
  ]),
  ...section("pacerelle §4 delivery", [
    ["pacerelle.delivery.once", "exactly once in the inbox, at least once on the wire"],
    ["pacerelle.delivery.offline", "a request sent while the agent is away waits and arrives by itself"],
    ["pacerelle.delivery.every-device", "an answer reaches every device and names its request"],
    ["pacerelle.delivery.reconnect", "reconnection goes on for ever, with backoff and a heartbeat deadline"],
    ["pacerelle.delivery.second-connection", "a second connection of an agent is refused visibly"],
    ["pacerelle.delivery.crash-matrix", "a kill at any step loses nothing and shows or sends nothing twice"],
    ["pacerelle.delivery.simulated", "random drops, delays, doubles, reorders and restarts harm nothing"],
  ]),
  ...section("pacerelle §5 relay", [
    ["pacerelle.relay.keeps", "envelopes are kept until acknowledged, over restarts"],
    ["pacerelle.relay.numbers", "a row's number is given once"],
    ["pacerelle.relay.limits", "size, queue and rate limits are said to the sender"],
    ["pacerelle.relay.blind", "no plaintext, token, bearer or pairing secret is in its database or logs"],
    ["pacerelle.relay.accounts", "accounts, sessions and devices work; guessing is slowed down"],
    ["pacerelle.relay.presence", "online, offline and deaf are told apart"],
    [
      "pacerelle.relay.asked-alike",
      "on Deno and on Node alike an endpoint tells a relay’s answers, refusals and faults apart, and no wait outlives its call",
    ],
  ]),
  ...section("pacerelle channel", [
    ["pacerelle.channel.vectors", "published vectors hold for HPKE, HKDF and Ed25519 as used"],
    ["pacerelle.channel.token", "the token derives what the relay may check and what it may not know"],
    ["pacerelle.channel.roster", "a roster only moves forward, signed by a device of the one before"],
    ["pacerelle.channel.card", "a card is checked by MAC once, then pinned"],
    [
      "pacerelle.channel.prekeys",
      "prekeys are signed, expire, and are handed out once to the account's own endpoints",
    ],
    ["pacerelle.channel.envelope", "an envelope that was changed anywhere is refused"],
    ["pacerelle.channel.padding", "payloads are padded to steps"],
    [
      "pacerelle.channel.receive-order",
      "receive: check, open, one durable write, acknowledge, receipt, show",
    ],
    ["pacerelle.channel.nack", "a lost prekey is answered by a nack and sealed again under the same id"],
    ["pacerelle.channel.gaps", "gaps in counters are asked for and told"],
    [
      "pacerelle.channel.hostile",
      "a relay that swaps, replays, forges, drops, reorders or hides is found out",
    ],
    ["pacerelle.channel.devices", "a device is approved from another, and blind once removed"],
    ["pacerelle.channel.recovery", "the recovery key lets a device in and opens no history"],
  ]),
  ...section("pacerelle §7 chat", [
    ["pacerelle.chat.account", "signup, login, agent create, list, rotate and remove work from a terminal"],
    ["pacerelle.chat.talk", "send, answer and read work, with true states"],
    ["pacerelle.chat.devices", "devices are listed, approved and removed"],
    [
      "pacerelle.chat.json",
      "with --json standard output holds JSON alone, one object per line with --follow",
    ],
    [
      "pacerelle.chat.secrets",
      "a password is no argument, is not shown, and no output holds a token but once",
    ],
    [
      "pacerelle.end-to-end",
      "person, relay, stdio server, host and back: the whole way runs in real processes",
    ],
  ]),
];
