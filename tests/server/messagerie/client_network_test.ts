/**
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { testFolder } from "./cli/run_cli.ts";
import { serve } from "./served.ts";

/** The status of a call with a token that nobody has, through a proxy of this machine. */
async function failFrom(url: string, from: string): Promise<number> {
  const answer = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { authorization: "Bearer none", "content-type": "application/json", "x-forwarded-for": from },
    body: "{}",
  });
  await answer.body?.cancel();
  return answer.status;
}

Deno.test("behind a proxy, failures of one address leave the others alone [@covers messagerie.tokens.slow-down]", async () => {
  await using folder = await testFolder();
  await using served = await serve(folder.url);
  const ask = (from: string) => failFrom(served.url, from);
  for (let n = 0; n < 20; n++) assert.equal(await ask("198.51.100.1"), 401);
  assert.equal(await ask("198.51.100.1"), 429);
  assert.equal(await ask("198.51.100.2"), 401);
});

Deno.test("all addresses of an IPv6 network count as one [@covers messagerie.tokens.slow-down]", async () => {
  await using folder = await testFolder();
  await using served = await serve(folder.url);
  const ask = (from: string) => failFrom(served.url, from);
  for (let n = 0; n < 20; n++) assert.equal(await ask(`2001:db8:0:1::${n}`), 401);
  assert.equal(await ask("2001:DB8::1:ffff:0:0:1"), 429);
  assert.equal(await ask("2001:db8:0:2::1"), 401);
});
