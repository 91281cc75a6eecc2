/**
 * Pacerelle as people run it, in real processes: a relay, terminal clients, and the stdio server under the SDK's clients.
 * @module
 */
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { PATIENCE_MS, until } from "../../until.ts";
import type { Any } from "../../any.ts";

const MAIN = new URL("../../../main.ts", import.meta.url).pathname;
const CONFIG = new URL("../../../deno.json", import.meta.url).pathname;
// No more is loaded than a command needs, as by `deno task chat`.
const LAZY = "--unstable-lazy-dynamic-imports";
const RUN = ["run", "-A", "--no-check", "--quiet", LAZY, "--config", CONFIG, MAIN];
export const PASSWORD = "phrase de passe du bout en bout";

/** What a process of ours needs of this one's environment. */
function baseEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR", "TMPDIR"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** What a command says when the relay did not answer in time. */
const OFFLINE = "OFFLINE";

/** How a program of ours is started; its environment is what it needs of this process's. */
export interface ProcessForm {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The programs of a world. */
export interface Programs {
  /** The stdio server. */
  readonly server: ProcessForm;
  /** The command line that holds `chat`. */
  readonly chat: ProcessForm;
}

/** What a command came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** How a device comes into the account; the password is typed. */
const comingIn = (
  command: "signup" | "login",
  device: string,
): string[] => [command, "--email", "ada@example.org", "--password-stdin", "--device-name", device, "--json"];

/** One person's account on one relay, with devices and hosts. */
export class World implements AsyncDisposable {
  readonly folder: string;
  /** Everything that processes wrote for people who run them: standard error of hosts, both streams of the relay. */
  readonly logs: string[] = [];
  #relay: Deno.ChildProcess | undefined;
  #port = 0;
  #reading: Promise<void>[] = [];
  /** Where clients and hosts find the relay; a test may put a liar in between. */
  url = "";

  readonly #programs: Programs;

  private constructor(folder: string, programs: Programs) {
    this.folder = folder;
    this.#programs = programs;
  }

  /** What `programs` does not name runs from source. */
  static async make(programs: Partial<Programs> = {}): Promise<World> {
    const folder = await Deno.makeTempDir({ prefix: "way-" });
    const source: ProcessForm = { command: [Deno.execPath(), ...RUN], cwd: folder, env: baseEnv() };
    const world = new World(folder, { server: source, chat: source, ...programs });
    await world.relayUp();
    world.url = world.relayUrl;
    return world;
  }

  get relayUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get database(): string {
    return `${this.folder}/relay.db`;
  }

  /** Starts the relay, on the port that it had before. */
  async relayUp(): Promise<void> {
    const relay = new Deno.Command(Deno.execPath(), {
      args: [...RUN, "relay"],
      env: {
        ...baseEnv(),
        PACERELLE_RELAY_PORT: String(this.#port),
        PACERELLE_RELAY_DATABASE_URL: `file:${this.database}`,
      },
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#relay = relay;
    this.#reading = [this.#keep(relay.stderr)];
    const [mine, rest] = relay.stdout.tee();
    this.#reading.push(this.#keep(rest));
    let text = "";
    for await (const chunk of mine.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port === undefined) continue;
      this.#port = Number(port);
      return;
    }
    throw new Error(`the relay did not start: ${this.logs.join("")}`);
  }

  async relayDown(): Promise<void> {
    this.#relay?.kill("SIGTERM");
    await this.#relay?.status;
    await Promise.all(this.#reading);
    this.#relay = undefined;
  }

  #chatCommand(device: string, args: readonly string[]): Deno.Command {
    const { command: [program, ...own], cwd, env } = this.#programs.chat;
    return new Deno.Command(program, {
      args: [...own, "chat", ...args],
      cwd,
      env: {
        ...env,
        PACERELLE_CHAT_ROOT: this.chatRoot(device),
        PACERELLE_BASE_URL: this.url,
        PACERELLE_LOG: "debug",
      },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
  }

  chatRoot(device: string): string {
    return `${this.folder}/chat-${device}`;
  }

  /** Runs a `chat` command of a device to its end. */
  async chat(device: string, args: readonly string[], input: string | Promise<string> = ""): Promise<Ran> {
    const child = this.#chatCommand(device, args).spawn();
    const writer = child.stdin.getWriter();
    const typing = Promise.resolve(input).then((text) => writer.write(new TextEncoder().encode(text)))
      .catch(() => {}).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    await typing;
    const err = new TextDecoder().decode(stderr);
    // What it tells the person is no log; its log is JSON lines.
    this.logs.push(...err.split("\n").filter((line) => line.startsWith("{")));
    return { code, out: new TextDecoder().decode(stdout), err };
  }

  /** The same with `--json`; fails unless it succeeds, and unless standard output holds one JSON line alone. */
  async json(device: string, args: readonly string[], input: string | Promise<string> = ""): Promise<Any> {
    const ran = await this.chat(device, [...args, "--json"], input);
    if (ran.code !== 0) throw new Error(`chat ${args.join(" ")}: ${ran.code}\n${ran.err}${ran.out}`);
    if (ran.out.trim().includes("\n")) throw new Error(`more than one line: ${ran.out}`);
    return JSON.parse(ran.out);
  }

  /** Starts a `chat` command and leaves it running. */
  start(device: string, args: readonly string[], input = ""): RunningChat {
    const child = this.#chatCommand(device, args).spawn();
    return new RunningChat(child, input);
  }

  /** Reads, as a person does, until a device shows an entry that fits: what could not leave before leaves meanwhile. */
  async seen(device: string, fits: (entry: Any) => boolean): Promise<Any> {
    let found: Any;
    let entries: Any[] = [];
    await until(async () => {
      ({ entries } = await this.json(device, ["read", "Robot"]));
      return (found = entries.find(fits)) !== undefined;
    }, () => entries);
    return found;
  }

  /**
   * Makes the account. A relay on a busy machine may hash a password for longer than a client waits: who is told so types
   * it again, as whoever logs in does ({@linkcode addDevice}), and it is the same device.
   */
  async signUp(device: string): Promise<Any> {
    const args = comingIn("signup", device);
    let ran: Ran | undefined;
    await until(async () => {
      ran = await this.chat(device, args, PASSWORD + "\n");
      return !ran.out.includes(OFFLINE);
    }, () => ran);
    if (ran?.code !== 0) throw new Error(`chat ${args.join(" ")}: ${JSON.stringify(ran)}`);
    return JSON.parse(ran.out);
  }

  /** Logs a new device in and approves it from `from`. */
  async addDevice(device: string, from: string): Promise<void> {
    const args = comingIn("login", device);
    let login = this.start(device, args, PASSWORD + "\n");
    const isAnswered = async () => {
      const first = await login.next(() => true);
      if (first.error?.code !== OFFLINE) return true;
      await login.end();
      login = this.start(device, args, PASSWORD + "\n");
      return false;
    };
    await until(isAnswered, "the relay answers");
    const { code } = await login.next((line) => line.code !== undefined);
    const approved = await this.json(from, ["device", "approve", code]);
    if (!approved.historySent) throw new Error("the history did not leave");
    await login.next((line) => line.approved === true);
    await login.end();
  }

  /** The stdio server under a client of the SDK, with the settings that `chat agent create` gave. */
  async host(
    generation: "v1" | "v2",
    agent: Any,
    store = "mcp",
    settings: Record<string, string> = {},
  ): Promise<Host> {
    const { command: [command, ...args], cwd, env } = this.#programs.server;
    const server = {
      command,
      args,
      cwd,
      env: {
        ...env,
        ...agent.server.env,
        PACERELLE_STORE_ROOT: `${this.folder}/${store}`,
        PACERELLE_BASE_URL: this.url,
        PACERELLE_LOG: "debug",
        ...settings,
      },
      stderr: "pipe" as const,
    };
    if (generation === "v1") {
      const transport = new StdioClientTransport(server);
      transport.stderr?.on("data", (chunk: unknown) => this.logs.push(String(chunk)));
      const client = new Client({ name: "atelier-v1", version: "1" });
      await client.connect(transport);
      return new Host(client, transport.pid ?? 0);
    }
    const transport = new ModernTransport(server);
    transport.stderr?.on("data", (chunk: unknown) => this.logs.push(String(chunk)));
    const client = new ModernClient({ name: "atelier-v2", version: "1" });
    await client.connect(transport);
    return new Host(client, transport.pid ?? 0);
  }

  async #keep(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) this.logs.push(chunk);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.relayDown();
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** A `chat` command that goes on. */
export class RunningChat {
  readonly lines: Any[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #done: Promise<unknown>;
  #wake: () => void = () => {};
  #ended = false;
  err = "";

  constructor(child: Deno.ChildProcess, input: string) {
    this.#child = child;
    const writer = child.stdin.getWriter();
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    this.#done = Promise.all([this.#readOut(), this.#readErr()]);
  }

  async #readOut(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.lines.push(JSON.parse(line));
      this.#wake();
    }
    this.#ended = true;
    this.#wake();
  }

  async #readErr(): Promise<void> {
    for await (const chunk of this.#child.stderr.pipeThrough(new TextDecoderStream())) this.err += chunk;
  }

  /** The first line that fits, come or coming. */
  async next(fits: (line: Any) => boolean): Promise<Any> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = this.lines.find(fits);
      if (found) return found;
      if (this.#ended || performance.now() > deadline) {
        throw new Error(`no such line: ${JSON.stringify(this.lines)}\n${this.err}`);
      }
      const timer = setTimeout(() => this.#wake(), 500);
      await new Promise<void>((resolve) => this.#wake = resolve);
      clearTimeout(timer);
    }
  }

  /** Waits for its end, after asking for it where `signal` is given. */
  async end(signal?: Deno.Signal): Promise<number> {
    if (signal) this.#child.kill(signal);
    const { code } = await this.#child.status;
    await this.#done;
    return code;
  }
}

/** What the SDK's clients have in common. */
interface AnyClient {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  close(): Promise<void>;
}

/** A host with the stdio server. */
export class Host implements AsyncDisposable {
  readonly #client: AnyClient;
  readonly pid: number;

  constructor(client: AnyClient, pid: number) {
    this.#client = client;
    this.pid = pid;
  }

  async toolNames(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  /** Calls a tool; the value, or `{refused: code}`. */
  async tool(name: string, args: Record<string, unknown> = {}): Promise<Any> {
    const result = await this.#client.callTool({ name, arguments: args }) as Any;
    const value = JSON.parse(result.content[0].text);
    return result.isError ? { refused: value.code, ...value } : value;
  }

  /** Waits until a request fits, marking nothing. */
  async request(fits: (message: Any) => boolean, ms = PATIENCE_MS): Promise<Any> {
    const deadline = performance.now() + ms;
    let cursor: string | undefined;
    while (performance.now() < deadline) {
      const answer = await this.tool("wait_for_messages", {
        timeoutSeconds: 5,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const found = answer.messages?.find(fits);
      if (found) return found;
      cursor = answer.cursor;
    }
    throw new Error(`no such request: ${JSON.stringify(await this.tool("get_status"))}`);
  }

  /** Waits until the status fits. */
  async status(fits: (status: Any) => boolean): Promise<Any> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const status = await this.tool("get_status");
      if (fits(status)) return status;
      if (performance.now() > deadline) throw new Error(`no such status: ${JSON.stringify(status)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}
