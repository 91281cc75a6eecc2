#!/usr/bin/env bash
# README's two commands as a newcomer runs them: a fresh copy of what is committed, an empty home, empty caches, and a PATH
# with Node and the system's own tools. Ends with the gate's line, "N passed, N failed".
set -euo pipefail

house=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
npmrc="$HOME/.npmrc"
demo=
# npx does not pass SIGTERM on: it is the whole group that stops, as by Ctrl+C.
stop_demo() {
  [ -z "$demo" ] || kill -- "-$demo" 2>/dev/null || true
}
clean() {
  stop_demo
  rm -rf "$work"
}
trap clean EXIT

git clone --quiet "$house" "$work/house"
cd "$work/house"
PATH="$(dirname "$(command -v node)"):/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
export PATH HOME="$work/home" DENO_DIR="$work/deno" XDG_CACHE_HOME="$work/cache" npm_config_cache="$work/npm"
unset XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME
mkdir -p "$HOME"
# How this machine reaches the network (a mirror, a proxy) is no part of what is emptied.
[ ! -f "$npmrc" ] || cp "$npmrc" "$HOME/.npmrc"

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

echo "# task demo"
export MESSAGERIE_PORT PACERELLE_RELAY_PORT
MESSAGERIE_PORT=$(free_port)
PACERELLE_RELAY_PORT=$(free_port)
set -m
npx -y deno@2.9.6 task demo >"$work/demo.txt" 2>&1 </dev/null &
demo=$!
set +m
for _ in $(seq 240); do
  grep -q 'Ctrl+C arrête tout' "$work/demo.txt" && break
  kill -0 "$demo" 2>/dev/null || break
  sleep 1
done
grep -q 'Ctrl+C arrête tout' "$work/demo.txt" || { cat "$work/demo.txt"; echo "task demo did not start"; exit 1; }

# What it printed, pasted: the desk answers under its mcpServers configuration, and a host starts Pacerelle's server by
# Claude Desktop's, which reaches the relay.
node --input-type=module - "$work/demo.txt" <<'JS'
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, desk, inbox] = readFileSync(process.argv[2], "utf8").split(/^━━━━ .*$/m);
/** The configuration under the heading that starts with `host`. */
const under = (part, host) => JSON.parse(part.split("── ").find((text) => text.startsWith(host)).match(/^\{[^]*?^\}/m)[0]).mcpServers;

const { url, headers } = under(desk, "mcpServers").messagerie;
const answer = await fetch(url, {
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_conversations", arguments: { status: "all" } } }),
});
const conversations = JSON.parse((await answer.json()).result.content[0].text);
if (conversations.length !== 50) throw new Error(`50 conversations were expected, ${conversations.length} came`);

const { command, args, env } = under(inbox, "Claude Desktop").pacerelle;
const server = spawn(command, args, { cwd: "/", env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const ask = async (id, method, params) => {
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  const { result } = JSON.parse((await lines.next()).value);
  return result;
};
await ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "newcomer", version: "1" } });
let connection;
for (let id = 2; id < 100 && connection?.state !== "connected"; id++) {
  const { content } = await ask(id, "tools/call", { name: "get_status", arguments: {} });
  connection = JSON.parse(content[0].text).connection;
  await new Promise((resolve) => setTimeout(resolve, 200));
}
if (connection.state !== "connected") throw new Error(`the agent is not connected: ${JSON.stringify(connection)}`);
server.stdin.end();
await new Promise((resolve) => server.once("exit", resolve));
console.log("the desk answers as configured, the agent is at the relay as configured");
JS
stop_demo
wait "$demo" || true
demo=

echo "# task test"
unset MESSAGERIE_PORT PACERELLE_RELAY_PORT
npx -y deno@2.9.6 task test
