/**
 * Everything on this machine by one command: Messagerie with examples and a token, Pacerelle's relay with an account and an
 * agent, and what to paste into a host for each. Each part is the task of deno.json of that name, with its own permissions;
 * this only starts them in turn and ends them together. State stays in `data/`: a second run goes on with it.
 * @module
 */
import { join } from "node:path";
import { jsonText } from "../base/host_text.ts";
import { VERSION } from "../base/version.ts";
import {
  fromFile,
  fromTarball,
  PUBLISHED,
  type ServerStart,
} from "../service/pacerelle/connect/server_start.ts";

const RELAY_DATABASE = "file:./data/demo-relay.db";
const CHAT_ROOT = "data/demo-chat";
const ACCOUNT = "demo@exemple.fr";
const AGENT = "Assistant";
/** Longest time to the line that says that a part listens: a first run downloads its packages. */
const START_MS = 180_000;

const encoder = new TextEncoder();
const say = (text: string) => void Deno.stdout.writeSync(encoder.encode(text));

interface Part {
  readonly child: Deno.ChildProcess;
  /** What `listens` matched. */
  readonly said: RegExpExecArray;
}

function spawn(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stderr: "piped" | "inherit" | "null",
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", ...args],
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr,
  }).spawn();
}

/** Passes a part's log on, but for what is in order. */
async function showTrouble(stderr: ReadableStream<Uint8Array>): Promise<void> {
  let rest = "";
  for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (!line.includes('"level":"info"')) say(line + "\n");
  }
}

/** Starts a part that goes on, shows what it prints, and waits until it says that it is ready. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Part> {
  const child = spawn(args, env, "piped");
  void showTrouble(child.stderr);
  await child.stdin.close();
  const late = setTimeout(() => child.kill("SIGTERM"), START_MS);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let said = ready.exec(text);; said = ready.exec(text)) {
    if (said !== null) {
      clearTimeout(late);
      void (async () => {
        for (let next = await reader.read(); !next.done; next = await reader.read()) say(next.value);
      })();
      return { child, said };
    }
    const { value, done } = await reader.read();
    if (done) throw new Error(`« deno task ${args[0]} » s’est arrêté.`);
    text += value;
    say(value);
  }
}

/** Runs a command of the person's client to its end; answers what it printed. */
async function chat(
  args: readonly string[],
  relay: string,
  { input = "", quiet = false } = {},
): Promise<{ readonly ok: boolean; readonly out: string }> {
  const env = { PACERELLE_CHAT_ROOT: CHAT_ROOT, PACERELLE_BASE_URL: relay };
  const child = spawn(["chat", ...args], env, quiet ? "null" : "inherit");
  const writer = child.stdin.getWriter();
  await writer.write(encoder.encode(input));
  await writer.close();
  const { code, stdout } = await child.output();
  return { ok: code === 0, out: new TextDecoder().decode(stdout) };
}

/** The account and its agent: made the first time; later the agent gets a new token, since one is shown only once. */
async function agent(relay: string): Promise<string> {
  const { ok, out } = await chat(["agent", "list", "--json"], relay, { quiet: true });
  if (ok) {
    const args = out.includes(`"${AGENT}"`) ? ["rotate", AGENT] : ["create", "--name", AGENT];
    return (await chat(["agent", ...args], relay)).out;
  }
  // The password opens nothing but this demo's account on this machine's relay: nobody needs to know it.
  const input = `${crypto.randomUUID()}${crypto.randomUUID()}\n`;
  const made = await chat(["signup", "--email", ACCOUNT, "--password-stdin"], relay, { input });
  if (!made.ok) {
    throw new Error(
      "Le compte de démonstration n’a pas pu être ouvert : effacez data/demo-*, puis recommencez.",
    );
  }
  return (await chat(["agent", "create", "--name", AGENT], relay)).out;
}

const parts: Part[] = [];
/** The parts hear Ctrl+C themselves; SIGTERM is passed on. */
function endWith(code: number): void {
  Deno.exitCode = code;
  for (const { child } of parts) {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
  }
}
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => endWith(0));

/** The three other ways to have a host start Pacerelle's server, how to write to the agent, and what to open. */
function afterwards(desk: string, relay: string): string {
  const here = join(import.meta.dirname ?? ".", "..");
  const args = (start: ServerStart) => `"args": ${jsonText(start.args)}`;
  // A machine that has Node and nothing else has come this far.
  const deno = `npx -y deno@${Deno.version.deno}`;
  const tarball = join(here, "dist", `pacerelle-mcp-server-${VERSION}.tgz`);
  return `
── Lancer autrement le serveur de Pacerelle

Ci-dessus l’hôte le lance depuis ce dossier. Une première fois peut tout télécharger, ce qu’un hôte n’attend pas
toujours : tapez d’abord « ${deno} task pacerelle --version ». À la place de ces « command » et « args » :

En un seul fichier, après « ${deno} task compile » ; sans « args » :
  "command": ${JSON.stringify(fromFile(join(here, "dist", "pacerelle-mcp")).command)}
En paquet npm, après « ${deno} task npm » :
  "command": "npx", ${args(fromTarball(tarball))}
Le même une fois publié (il ne l’est pas encore) :
  "command": "npx", ${args(PUBLISHED)}

── Écrire à l’agent, une fois son hôte configuré : dans ce dossier, dans un autre terminal

PACERELLE_CHAT_ROOT=${CHAT_ROOT} ${deno} task chat send ${AGENT} "Bonjour"
PACERELLE_CHAT_ROOT=${CHAT_ROOT} ${deno} task chat read ${AGENT} --follow

── Dans un navigateur

${desk}
App de Pacerelle : ${relay} ; créez-y votre compte, puis un agent à vous (« ${AGENT} » est celui du compte du terminal)

Ctrl+C arrête tout.
`;
}

/** A product's heading. */
const heading = (product: string) => `\n━━━━ ${product} ${"━".repeat(60 - product.length)}\n\n`;

try {
  say(heading("Messagerie"));
  // Its pages' addresses stand far above what follows them: they are told again at the end.
  const desk = await start(
    ["demo:desk"],
    {},
    /── Dans un navigateur\n\n([^]*?)\n\n──[^]*cette fois\.\n/,
  );
  parts.push(desk);
  say(heading("Pacerelle"));
  const relay = await start(
    ["relay"],
    { PACERELLE_RELAY_DATABASE_URL: RELAY_DATABASE },
    /écoute sur (\S+)\n/,
  );
  parts.push(relay);
  const [, at = ""] = relay.said;
  say(`\n${await agent(at)}`);
  say(afterwards(desk.said[1] ?? "", at));
  const first = await Promise.race(parts.map(({ child }) => child.status));
  endWith(first.code);
} catch (error) {
  say(`${error instanceof Error ? error.message : error}\n`);
  endWith(1);
}
await Promise.all(parts.map(({ child }) => child.status));
Deno.exit();
