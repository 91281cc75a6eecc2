/**
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { testFolder } from "./cli/run_cli.ts";
import { serve } from "./served.ts";

Deno.test("behind a proxy, failures of one address leave the others alone [@covers messagerie.tokens.slow-down]", async () => {
  await using folder = await testFolder();
  await using served = await serve(folder.url);
  const ask = async (from: string) => {
    const answer = await fetch(`${served.url}/mcp`, {
      method: "POST",
      headers: { authorization: "Bearer none", "content-type": "application/json", "x-forwarded-for": from },
      body: "{}",
    });
    await answer.body?.cancel();
    return answer.status;
  };
  for (let n = 0; n < 20; n++) assert.equal(await ask("198.51.100.1"), 401);
  assert.equal(await ask("198.51.100.1"), 429);
  assert.equal(await ask("198.51.100.2"), 401);
});
