/**
 * Asks a relay that answers strangely, by this runtime's means, and prints what came of each path as one line of JSON.
 * Ends by itself: an error that nobody takes would end it otherwise.
 * @module
 */
import process from "node:process";
import { loadFetch } from "../../../server/pacerelle/connect.ts";
import { fromUtf8 } from "../../../wire/bytes.ts";
import { RelayRefusal, requestRelay } from "../../../wire/relay_call.ts";

const [baseUrl = "", awayUrl = ""] = process.argv.slice(2);
const options = { baseUrl, credential: "pct1_jeton", timeoutMs: 20_000, fetch: await loadFetch() };
const MOST = 300_000;

async function outcome(asked: Promise<Uint8Array<ArrayBuffer>>): Promise<string> {
  try {
    const bytes = await asked;
    return bytes.length > 1_000 ? `${bytes.length} bytes, last ${bytes.at(-1)}` : fromUtf8(bytes);
  } catch (error) {
    if (error instanceof RelayRefusal) return `refused: ${error.code}`;
    return error instanceof Error ? error.name : "no error";
  }
}

const ask = (path: string, more: Partial<typeof options> & { readonly signal?: AbortSignal } = {}) =>
  outcome(requestRelay({ ...options, ...more }, path, { method: "GET" }, MOST));
const stopping = new AbortController();
const post = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ mot: "été" }),
} as const;
const put = { method: "PUT", body: new Uint8Array(262_160).fill(7) } as const;

const outcomes = {
  post: await outcome(requestRelay(options, "/echo", post, MOST)),
  put: await outcome(requestRelay(options, "/echo", put, MOST)),
  refused: await ask("/refused"),
  redirect: await ask("/redirect"),
  endless: await ask("/endless", { timeoutMs: 120_000 }),
  endlessIsOver: await ask("/endless-is-over"),
  cut: await ask("/cut"),
  silent: await ask("/silent", { timeoutMs: 300 }),
  stalled: await ask("/stalled", { timeoutMs: 300 }),
  switched: await ask("/switched", { timeoutMs: 300 }),
  away: await ask("/", { baseUrl: awayUrl }),
  aborted: await Promise.all([
    ask("/silent", { signal: stopping.signal }),
    ask("/stalled", { signal: stopping.signal }),
    new Promise((resolve) => setTimeout(resolve, 200)).then(() => stopping.abort()),
  ]),
};
process.stdout.write(JSON.stringify(outcomes) + "\n");
