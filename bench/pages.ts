/**
 * The inbox in a real Chromium: opening it on a large desk, and a thread of 2,000 messages, until a person can go on; beside
 * each the same page asking for the same data and drawing nothing.
 *
 *     deno run -A bench/pages.ts [--conversations 100000] [--messages 1000000] [--runs 15]
 */
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { systemEnv } from "../base/env.ts";
import { silentLogger } from "../base/log.ts";
import { ensureChromium } from "../scripts/chromium/ensure_chromium.ts";
import { buildPages } from "../scripts/pages/build_pages.ts";
import { startServer } from "../server/messagerie/serve.ts";
import { readSettings } from "../server/messagerie/settings.ts";
import { addAgent } from "../service/messagerie/directory/agents.ts";
import { longThread } from "./inbox/long_thread.ts";
import { openBenchDesk } from "./store/desk.ts";

const { values } = parseArgs({
  options: {
    conversations: { type: "string", default: "100000" },
    messages: { type: "string", default: "1000000" },
    runs: { type: "string", default: "15" },
  },
});
const RUNS = Number(values.runs);
const PERSON = { login: "mesure", password: "tapis nuage carafe" };
const say = (line: string) => void Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));

/** In the page: waits until something is there, painted, and the page takes input again; by the page's own clock. */
const WATCH = `globalThis.shown = (selector) => new Promise((resolve) => {
  const look = () => document.querySelector(selector) === null
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  look();
});`;
/** In the page: from the press on the first line to a thread that can be answered. */
const OPEN_THREAD = `(async () => {
  const start = performance.now();
  document.querySelector(".row").click();
  return Math.max(await shown(".message .bubble"), await shown(".composer-field")) - start;
})()`;

/** Serves a database and signs somebody in. */
async function open(path: string) {
  const settings = { MESSAGERIE_DATABASE_URL: `file:${path}`, MESSAGERIE_PORT: "0" } as Readonly<
    Record<string, string>
  >;
  const server = await startServer(readSettings({ environment: (name) => settings[name] }), {
    env: systemEnv,
    log: silentLogger,
  });
  await addAgent(server.desk, { ...PERSON, name: "Mesure", role: "supervisor", inboxes: [] });
  return server;
}

async function signedIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/connexion`);
  await page.getByLabel("Identifiant").fill(PERSON.login);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PERSON.password);
  await page.keyboard.press("Enter");
  await page.locator(".desk").waitFor();
  await page.close();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

const failures: string[] = [];
function tell(name: string, times: readonly number[], raw: readonly number[], target: number): void {
  const [ours, beside] = [median(times), median(raw)];
  const held = ours <= target;
  if (!held) failures.push(name);
  const cells = [
    name,
    times.length,
    ours.toFixed(0),
    Math.max(...times).toFixed(0),
    beside.toFixed(1),
    target,
  ];
  say(`| ${cells.join(" | ")} | ${held ? "held" : "MISSED"} |`);
}

/** How long the page waits for these addresses when it draws nothing, in milliseconds. */
async function rawTimes(context: BrowserContext, url: string, paths: readonly string[]): Promise<number[]> {
  const page = await context.newPage();
  await page.goto(`${url}/reference`);
  const times = await page.evaluate(async ({ paths, runs }) => {
    const found: number[] = [];
    for (let run = 0; run < runs; run++) {
      const start = performance.now();
      await Promise.all(paths.map(async (path) => await (await fetch(path)).json()));
      found.push(performance.now() - start);
    }
    return found;
  }, { paths: [...paths], runs: RUNS });
  await page.close();
  return times;
}

await buildPages({ out: "dist/web" });
const browser = await chromium.launch({
  executablePath: await ensureChromium(() => {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
});
const person = async (url: string) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "fr-FR" });
  await context.addInitScript(WATCH);
  await signedIn(context, url);
  return context;
};
const folder = await Deno.makeTempDir();
say("| what | runs | median ms | worst ms | the same data, not drawn, ms | target ms | |");
say("|---|---|---|---|---|---|---|");
try {
  const size = { conversations: Number(values.conversations), messages: Number(values.messages) };
  const { store, path } = await openBenchDesk(size, () => {});
  await store.close();
  // What signing in writes stays out of the desk that is kept.
  await Deno.copyFile(path, `${folder}/desk.db`);
  const large = await open(`${folder}/desk.db`);
  {
    const context = await person(large.url);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = await context.newPage();
      await page.goto(large.url, { waitUntil: "commit" });
      times.push(
        await page.evaluate<number>(`shown(".row")`),
      );
      await page.close();
    }
    const asked = ["session", "conversations?tab=unresolved", "counts"].map((path) => `/api/inbox/${path}`);
    const raw = await rawTimes(context, large.url, asked);
    tell(`opening the inbox, ${size.conversations} conversations`, times, raw, 1_000);
    await context.close();
    const cold: number[] = [];
    for (let run = 0; run < Math.min(RUNS, 5); run++) {
      const fresh = await person(large.url);
      const page = await fresh.newPage();
      // Nothing of the page is in the cache.
      const debug = await fresh.newCDPSession(page);
      await debug.send("Network.setCacheDisabled", { cacheDisabled: true });
      await page.goto(large.url, { waitUntil: "commit" });
      cold.push(
        await page.evaluate<number>(`shown(".row")`),
      );
      await fresh.close();
    }
    tell("the same, nothing in the cache", cold, raw, 1_000);
  }
  await large.close();

  const long = await longThread(2_000);
  const small = await open(long.path);
  {
    const context = await person(small.url);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const page = await context.newPage();
      await page.goto(small.url);
      await page.locator(".row").waitFor();
      times.push(await page.evaluate<number>(OPEN_THREAD));
      await page.close();
    }
    const at = `/api/inbox/conversations/${long.id}`;
    const raw = await rawTimes(context, small.url, [at, `${at}/messages?limit=60`]);
    tell("opening a thread of 2,000 messages", times, raw, 500);
    await context.close();
  }
  await small.close();
  await long.remove();
} finally {
  await browser.close();
  await Deno.remove(folder, { recursive: true });
}
if (failures.length > 0) {
  say(`\nmissed: ${failures.join("; ")}`);
  Deno.exit(1);
}
