/**
 * The stdio server: what a host starts. Before the first call of a tool nothing is locked, written or connected
 * (mcp-wire habit 25), and the code of the channel is not even loaded. It ends with its host (habits 11 and 26).
 * @module
 */
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { type Env, systemEnv } from "../../base/env.ts";
import { createLogger } from "../../base/log.ts";
import { VERSION } from "../../base/version.ts";
import type { MailboxFs } from "../../store/mailbox/mailbox_fs.ts";
import type { Connect } from "../../wire/endpoint/socket.ts";
import type { InboxDoor } from "../../service/pacerelle/open_inbox.ts";
import { reportIncident } from "../../tools/call.ts";
import type { InboxContext } from "../../tools/pacerelle/context.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { createInboxDispatcher } from "./inbox_dispatcher.ts";
import { notConfigured, readSettings, type SettingSources } from "./settings.ts";

/** Hosts kill within 50 ms of the end of stdin; what is on disk is safe at any instant. */
const FAREWELL_MS = 20;
/** Others are told this when a host does not say its name. */
const NO_HOST_NAME = "un hôte MCP";

/** What the server stands on; the process's own when left out. */
export interface PacerelleParts {
  readonly env?: Env;
  readonly fs?: MailboxFs;
  readonly connect?: Connect;
  readonly input?: Readable;
  readonly output?: Writable;
  /** Whole lines of log, to standard error. */
  readonly writeLog?: (line: string) => void;
  /** Ends the process. */
  readonly exit?: (code: number) => void;
}

/** Serves until the host is gone; then the process ends. */
export async function startPacerelle(sources: SettingSources, parts: PacerelleParts = {}): Promise<void> {
  const {
    env = systemEnv,
    input = process.stdin,
    output = process.stdout,
    writeLog = (line) => void process.stderr.write(line),
    exit = (code) => process.exit(code),
  } = parts;
  const read = await readSettings(sources);
  const log = createLogger({ level: read.logLevel, write: writeLog, env });
  let host = NO_HOST_NAME;
  let door: Promise<InboxDoor> | undefined;

  const context: InboxContext = {
    obstacle: read.ok ? undefined : notConfigured(read.issues),
    open: async () => {
      if (!read.ok) throw notConfigured(read.issues);
      door ??= openDoor(parts, {
        settings: read.settings,
        env,
        log,
        app: () => host,
        client: `pacerelle-mcp ${VERSION}`,
      });
      return await (await door).open();
    },
  };

  let ending = false;
  const end = async (reason: string, code: number) => {
    if (ending) return;
    ending = true;
    log.info("server.end", { reason });
    const closed = door?.then((opened) => opened.close()).catch(() => {});
    await Promise.race([closed, env.sleep(FAREWELL_MS)]);
    exit(code);
  };
  const server = serveStdio({
    input,
    output,
    dispatcher: createInboxDispatcher({ log, env, onHost: (name) => host = name }),
    context,
    onClose: (reason) => void end(reason, 0),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.close(signal));
  // A host may close it: what cannot be logged must not end the server.
  process.stderr.on("error", () => {});
  // A bug: its place is logged, and the host sees the server end rather than hang. Deno tells the two apart.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      reportIncident({ log, env }, "server.broken", error);
      void end("broken", 1);
    });
  }
  log.info("server.start", {
    version: VERSION,
    configured: read.ok,
    missing: read.ok ? undefined : read.issues.map(({ variable }) => variable).join(" "),
  });
}

type DoorParts = Omit<ConstructorParameters<typeof InboxDoor>[0], "connect" | "fetch" | "fs">;

/** Loads what only an open inbox needs. */
async function openDoor({ connect, fs }: PacerelleParts, parts: DoorParts): Promise<InboxDoor> {
  const [{ InboxDoor }, { loadConnect, loadFetch }] = await Promise.all([
    import("../../service/pacerelle/open_inbox.ts"),
    import("./connect.ts"),
  ]);
  return new InboxDoor({
    ...parts,
    connect: connect ?? await loadConnect(),
    fetch: await loadFetch(),
    ...(fs === undefined ? {} : { fs }),
  });
}
