/**
 * Secrets typed without being shown; lines piped in.
 * @covers pacerelle.chat.secrets
 */
import assert from "node:assert/strict";
import { askSecret, type Keyboard, readAll, readLine } from "../../../../server/pacerelle/chat/prompt.ts";
import { CommandFailure, UsageError } from "../../../../server/cli/command.ts";

function keyboard(chunks: readonly string[], isTerminal = true): Keyboard & { readonly raw: boolean[] } {
  const raw: boolean[] = [];
  return {
    isTerminal,
    raw,
    async *read() {
      yield* chunks;
    },
    setRaw: (on) => void raw.push(on),
  };
}

async function typed(...chunks: string[]): Promise<{ secret: string; shown: string }> {
  let shown = "";
  const keys = keyboard(chunks);
  const show = (text: string) => {
    shown += text;
    return Promise.resolve();
  };
  const secret = await askSecret(keys, show, "Mot de passe");
  assert.deepEqual(keys.raw, [true, false]);
  return { secret, shown };
}

Deno.test("askSecret() takes keys as they come, edits, and shows none of them", async () => {
  assert.deepEqual(await typed("s", "e", "cret\r"), { secret: "secret", shown: "Mot de passe : \n" });
  assert.equal((await typed("sea\u007fcret\n")).secret, "secret");
  assert.equal((await typed("é👍\u007f\r")).secret, "é");
  assert.equal((await typed("faux\u0015vrai\r")).secret, "vrai");
  assert.equal((await typed("a\u001b[Db\u001b[3~c\u0000\r")).secret, "abc");
  assert.equal((await typed("fin\u0004")).secret, "fin");
  assert.equal((await typed("un\rdeux\r")).secret, "un");
});

Deno.test("askSecret() gives the terminal back after Ctrl-C, and asks nobody where there is none", async () => {
  const keys = keyboard(["ab\u0003"]);
  await assert.rejects(askSecret(keys, () => Promise.resolve(), "Mot de passe"), CommandFailure);
  assert.deepEqual(keys.raw, [true, false]);
  await assert.rejects(
    askSecret(keyboard(["x\n"], false), () => Promise.resolve(), "Mot de passe"),
    UsageError,
  );
});

Deno.test("readLine() and readAll() take what is piped in, within bounds", async () => {
  assert.equal(await readLine(keyboard(["phr", "ase\r\nautre\n"], false)), "phrase");
  assert.equal(await readLine(keyboard(["sans fin de ligne"], false)), "sans fin de ligne");
  await assert.rejects(readLine(keyboard([], false)), UsageError);
  await assert.rejects(readLine(keyboard(["x".repeat(9_000)], false)), UsageError);
  assert.equal(await readAll(keyboard(["a\n", "b"], false), 10), "a\nb");
  await assert.rejects(readAll(keyboard(["a".repeat(11)], false), 10), UsageError);
});
