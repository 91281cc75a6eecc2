#!/usr/bin/env bash
# README's two commands as a newcomer runs them: a fresh copy of what is committed, an empty home, empty caches, and a PATH
# with Node and the system's own tools. Ends with the gate's line, "N passed, N failed".
set -euo pipefail

house=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
npmrc="$HOME/.npmrc"
demo=
# `deno task` passes SIGTERM on to what it runs.
clean() {
  [ -z "$demo" ] || kill "$demo" 2>/dev/null || true
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
npx -y deno@2.9.6 task demo >"$work/demo.txt" 2>&1 </dev/null &
demo=$!
for _ in $(seq 240); do
  grep -q 'Ctrl+C arrête tout' "$work/demo.txt" && break
  kill -0 "$demo" 2>/dev/null || break
  sleep 1
done
grep -q 'Ctrl+C arrête tout' "$work/demo.txt" || { cat "$work/demo.txt"; echo "task demo did not start"; exit 1; }

# The token that it printed opens the desk; the relay answers.
node --input-type=module - "$work/demo.txt" <<'JS'
import { readFileSync } from "node:fs";
const token = /msg_[a-z0-9]{8}_[0-9A-Za-z]{43}/.exec(readFileSync(process.argv[2], "utf8"))?.[0];
const { MESSAGERIE_PORT, PACERELLE_RELAY_PORT } = process.env;
const answer = await fetch(`http://127.0.0.1:${MESSAGERIE_PORT}/mcp`, {
  method: "POST",
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_conversations", arguments: { status: "all" } } }),
});
const conversations = JSON.parse((await answer.json()).result.content[0].text);
if (conversations.length !== 50) throw new Error(`50 conversations were expected, ${conversations.length} came`);
const relay = await fetch(`http://127.0.0.1:${PACERELLE_RELAY_PORT}/v1/challenge`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: "{}",
});
if (relay.status !== 200) throw new Error(`the relay answers ${relay.status}`);
console.log("the desk answers with its token, the relay answers");
JS
kill "$demo"
wait "$demo" || true
demo=

echo "# task test"
unset MESSAGERIE_PORT PACERELLE_RELAY_PORT
npx -y deno@2.9.6 task test
