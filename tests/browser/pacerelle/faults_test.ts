/**
 * The app while things go wrong around it: a relay that restarts, answers that are lost, no network, tabs that are closed or
 * doubled, a full queue. After each, what was written is at the agent exactly once and in order, as an MCP client reads it,
 * and what the page shows of it meanwhile is what the relay's database and the agent say.
 * @covers pacerelle-web.proof.restart, pacerelle-web.proof.offline, pacerelle-web.proof.closed, pacerelle-web.proof.tabs
 * @covers pacerelle-web.proof.refused, pacerelle-web.app.offline, pacerelle-web.app.tabs, pacerelle-web.app.drafts
 * @module
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { lookAt } from "../harness/picture.ts";
import { type AppWorld, entryWith, inOrder } from "./app_world.ts";
import {
  allArrive,
  atAgent,
  banner,
  beginTalk,
  isOffline,
  isTyped,
  shown,
  stand,
  write,
  writing,
} from "./faults_world.ts";

/** How many messages of people the relay holds. */
function heldAtRelay(world: AppWorld): number {
  const database = new DatabaseSync(world.database, { readOnly: true });
  try {
    const row = database.prepare("select count(*) as held from envelope where quiet = 0 and state = 0").get();
    return Number(row?.["held"]);
  } finally {
    database.close();
  }
}

Deno.test("the app while things go wrong around it", async (t) => {
  const step = inOrder(t);
  await using talk = await beginTalk();
  const { world, context, openTab } = talk;
  let { page, host } = talk;

  /** Types, and waits until it is on the disk, as another tab sees. */
  async function typeDurably(text: string): Promise<void> {
    await writing(page).fill(text);
    const witness = await openTab();
    await isTyped(witness, text);
    await witness.close();
  }

  await step("the relay restarts while messages leave", async () => {
    for (const number of [1, 2, 3]) await write(page, `pendant ${number}`);
    await world.relayDown();
    await isOffline(page);
    await write(page, "sans relais");
    await stand(page, ["here"]);
    const before = await shown(page);
    const unsent = before.filter(({ state }) => state === "here" || state === "uncertain").length;
    await banner(page).getByText(
      unsent === 1 ? "1 message attend de partir." : `${unsent} messages attendent de partir.`,
    ).waitFor();
    // What is said to wait at the relay, or to have arrived, does.
    const agents = await atAgent(host);
    for (const { text, state } of before) {
      if (state === "received") assert.ok(agents.includes(text), `${text}: ${state}`);
      if (state === "here") assert.ok(!agents.includes(text), `${text}: ${state}`);
    }
    const relays = before.filter(({ text, state }) => state === "relay" && !agents.includes(text)).length;
    assert.ok(relays <= heldAtRelay(world), `${relays} are said to be at the relay`);
    await lookAt(page, "pacerelle-hors-ligne");
    await world.relayUp();
    await allArrive(page, host);
    await banner(page).getByText("Hors ligne.").waitFor({ state: "hidden" });
  });

  await step("the relay's answer is lost: it is asked about, and nothing is sent twice", async () => {
    await page.close();
    let isCut = false;
    let isLost = false;
    page = await openTab((tab) =>
      tab.routeWebSocket(/./, (near) => {
        if (isCut) return void near.close();
        const far = near.connectToServer();
        far.onMessage((frame) => {
          if (!isLost || JSON.parse(String(frame)).type !== "submitted") return near.send(frame);
          isCut = true;
          void near.close();
          void far.close();
        });
      })
    );
    isLost = true;
    await write(page, "sans réponse");
    const entry = entryWith(page, "sans réponse");
    await entry.getByText("Parti, sera vérifié").waitFor();
    await banner(page).getByText("1 message attend de partir.").waitFor();
    await host.request((message) => message.text === "sans réponse");
    assert.equal(await entry.getByText("Parti, sera vérifié").count(), 1, "nobody has told the page more");
    isCut = isLost = false;
    await allArrive(page, host);
  });

  await step("the network goes and comes back", async () => {
    await context.setOffline(true);
    await isOffline(page);
    await write(page, "sans réseau");
    await stand(page, ["here"]);
    assert.ok(!(await atAgent(host)).includes("sans réseau"));
    await context.setOffline(false);
    await allArrive(page, host);
  });

  await step(
    "the app opens without a relay; what is written then outlives its tab, and leaves later",
    async () => {
      // What opens without a relay has been loaded once.
      await page.evaluate(async () => void await navigator.serviceWorker.ready);
      await world.relayDown();
      await page.reload();
      await entryWith(page, "sans réseau").getByText("Reçu par l’agent").waitFor();
      await write(page, "hors ligne");
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      await typeDurably("encore à");
      await page.close();
      page = await openTab();
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      const field = writing(page);
      await isTyped(page, "encore à");
      await field.press("End");
      await field.pressSequentially(" écrire");
      await field.press("Enter");
      await entryWith(page, "encore à écrire").getByText("En attente sur cet appareil").waitFor();
      await banner(page).getByText("2 messages attendent de partir.").waitFor();
      await world.relayUp();
      await allArrive(page, host);
    },
  );

  await step("a tab is closed while it sends", async () => {
    for (const ms of [0, 3, 12, 50, 200]) {
      const text = `fermé après ${ms} ms`;
      await typeDurably(text);
      await writing(page).press("Enter");
      await new Promise((resolve) => setTimeout(resolve, ms));
      await page.close();
      page = await openTab();
      // One or the other: what is no draft any more is sent, and what is one was not, as `allArrive` sees.
      const left = await writing(page).inputValue();
      if (left === "") await entryWith(page, text).waitFor();
      else {
        assert.equal(left, text, `${ms} ms`);
        await writing(page).press("Enter");
      }
    }
    await allArrive(page, host);
  });

  await step("what is typed in one tab stays there while another tab types and sends", async () => {
    await typeDurably("à garder");
    const other = await openTab();
    await isTyped(other, "à garder");
    await writing(other).fill("d’à côté");
    const witness = await openTab();
    await isTyped(witness, "d’à côté");
    await witness.close();
    await isTyped(page, "à garder");
    await writing(other).press("Enter");
    // Empty for a moment: what the first tab holds is the draft again, and shown here too.
    await other.waitForFunction(() => document.querySelector("textarea")?.value !== "d’à côté");
    await entryWith(page, "d’à côté").waitFor();
    await isTyped(page, "à garder");
    // It is the draft again, for whoever comes.
    const next = await openTab();
    await isTyped(next, "à garder");
    await next.close();
    await other.close();
    await writing(page).press("Enter");
    await isTyped(page, "");
    await allArrive(page, host);
  });

  await step("two tabs write at once, and the one that holds the device is closed meanwhile", async () => {
    const other = await openTab();
    const writeMany = async (tab: Page, who: string, count: number) => {
      for (let number = 1; number <= count; number++) {
        await write(tab, `${who} ${number}`);
      }
    };
    await Promise.all([writeMany(page, "premier", 4), writeMany(other, "second", 4)]);
    for (const tab of [page, other]) await allArrive(tab, host);
    assert.deepEqual(await shown(other), await shown(page));
    const before = (await shown(page)).length;
    const both = (await shown(page)).slice(-8).map(({ text }) => text);
    for (const who of ["premier", "second"]) {
      assert.deepEqual(
        both.filter((text) => text.startsWith(who)),
        [1, 2, 3, 4].map((number) => `${who} ${number}`),
      );
    }
    await Promise.all([writeMany(other, "resté", 5), page.close()]);
    page = other;
    await allArrive(page, host);
    assert.deepEqual(
      (await shown(page)).slice(before).map(({ text }) => text),
      [1, 2, 3, 4, 5].map((number) => `resté ${number}`),
    );
  });

  await step("a full queue, then a relay that takes a few at a time", async () => {
    await host[Symbol.asyncDispose]();
    await world.relayDown();
    await world.relayUp({ limits: { queue: 3 } });
    for (const number of [1, 2, 3, 4, 5]) await write(page, `file ${number}`);
    await banner(page).getByText("La file de Robot est pleine au relais : vos messages attendent ici.")
      .waitFor();
    await stand(page, ["relay", "relay", "relay", "here", "here"]);
    assert.equal(heldAtRelay(world), 3);
    host = await world.host();
    // It begins when it is first asked for something.
    await host.tool("get_status");
    await allArrive(page, host);
    await banner(page).getByText("La file de Robot").waitFor({ state: "hidden" });
    await world.relayDown();
    await world.relayUp({ limits: { endpointRate: { burst: 2, perSecond: 2 } } });
    for (const number of [1, 2, 3]) await write(page, `débit ${number}`);
    await allArrive(page, host);
    await world.relayDown();
    await world.relayUp();
  });
});
