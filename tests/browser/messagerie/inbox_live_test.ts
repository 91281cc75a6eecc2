/**
 * The inbox while others work: programs over MCP, visitors, colleagues; through lost networks and restarts.
 * @covers messagerie-web.inbox.page-live
 * @covers messagerie-web.inbox.page-bell
 * @covers messagerie-web.inbox.page-two-advisors
 * @covers messagerie-web.inbox.page-recovers
 * @covers messagerie-web.inbox.page-drafts
 * @covers messagerie-web.inbox.page-sends-once
 * @covers messagerie-web.inbox.page-note
 * @covers messagerie-web.inbox.page-no-jump
 * @module
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { line, openInboxWorld, PASSWORD } from "./inbox_world.ts";
import { until } from "../../until.ts";
import { inOrder } from "./desk_pages.ts";

declare global {
  /** Put into a page by the test: a sound was made there. */
  var rang: () => void;
}

const field = (page: Page) => page.locator(".composer-field");
const bubbles = (page: Page, text: string) => page.locator(".message .bubble").filter({ hasText: text });

/** Waits until exactly so many are there. */
async function count(locator: ReturnType<typeof bubbles>, wanted: number): Promise<void> {
  if (wanted > 0) await locator.nth(wanted - 1).waitFor();
  assert.equal(await locator.count(), wanted);
}

Deno.test("the inbox lives while others work", async (t) => {
  await using world = await openInboxWorld();
  const step = inOrder(t);
  const lost = [/ERR_|Failed to fetch|NetworkError/];
  const claire = await world.advisor("claire", { expectedErrors: lost });
  const awa = await world.advisor("awa", { expectedErrors: lost });
  const chat = await world.visitor("Bonjour, où est mon colis ?", { name: "Lou Visiteur" });

  await step("a visitor's first message comes to the top of every list that holds it", async () => {
    for (const { page } of [claire, awa]) {
      await line(page, chat).filter({ hasText: "où est mon colis" }).waitFor();
      assert.equal(await page.locator(".row").first().getAttribute("data-conversation"), chat);
    }
  });

  await step("what a program writes over MCP stands in the open thread, signed and marked", async () => {
    await line(claire.page, chat).click();
    await bubbles(claire.page, "où est mon colis").waitFor();
    await world.mcp("send_reply", { conversation_id: chat, text: "Il arrive **demain**." });
    await world.mcp("add_note", { conversation_id: chat, text: "Vu avec le transporteur." });
    const said = claire.page.locator(".message-program").filter({ hasText: "Il arrive demain." });
    await said.waitFor();
    assert.match(await said.innerText(), /Robot du service\s+Programme/);
    assert.equal(await said.locator("strong").innerText(), "demain");
    await claire.page.locator(".message-note").filter({ hasText: "Vu avec le transporteur." }).waitFor();
  });

  await step("an assignment rings its new assignee alone, once on a device with two tabs", async () => {
    // Awa asks for a sound; a second tab of hers is open.
    const { page } = awa;
    await page.getByRole("button", { name: "Notifications" }).click();
    const isKept = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.getByLabel("Son à chaque assignation").check();
    await isKept;
    await page.keyboard.press("Escape");
    const second = await awa.context.newPage();
    const chimes = new Map<Page, number>();
    for (const one of [page, second, claire.page]) {
      chimes.set(one, 0);
      await one.exposeFunction("rang", () => void chimes.set(one, (chimes.get(one) ?? 0) + 1));
      await one.addInitScript(() => {
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) {
          globalThis.rang();
          start.call(this, at);
        };
      });
    }
    await page.reload();
    await second.goto(world.url);
    for (const one of [page, second]) await one.locator(".row").first().waitFor();
    const { id } = (await world.mcp("list_agents")).find((one: { name: string }) => one.name === "Awa Diop");
    await world.mcp("assign_conversation", { conversation_id: chat, agent_id: id });
    for (const one of [page, second]) {
      await one.getByRole("button", { name: "Notifications : 1 notification non lue" }).waitFor();
      await one.waitForFunction(() => document.title.startsWith("("));
    }
    // Both tabs have been told; one sound is two notes.
    const notes = () => (chimes.get(page) ?? 0) + (chimes.get(second) ?? 0);
    await until(() => notes() >= 2, notes);
    await page.waitForTimeout(100);
    assert.equal(notes(), 2);
    await claire.page.locator(".event-line").filter({ hasText: "a assigné la conversation à" }).waitFor();
    assert.equal(chimes.get(claire.page), 0);
    assert.equal(await claire.page.locator(".bell-count").count(), 0);
    await second.close();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByRole("button", { name: /Lou Visiteur vous a été confié/ }).click();
    await bubbles(page, "Il arrive demain.").waitFor();
    await page.locator(".bell-count").waitFor({ state: "detached" });
  });

  await step("two advisors see each other write, and each what the other sends", async () => {
    await field(awa.page).fill("Je m’en occupe");
    await claire.page.getByText(/Awa Diop.? écrit…/).waitFor();
    await awa.page.keyboard.press("Control+Enter");
    await count(bubbles(claire.page, "Je m’en occupe"), 1);
    await count(bubbles(awa.page, "Je m’en occupe"), 1);
    await claire.page.getByText(/Awa Diop.? écrit…/).waitFor({ state: "detached" });
  });

  await step("a note is a note: the visitor's side never gets it, and the reply's draft stays", async () => {
    const { page } = claire;
    await field(page).fill("Réponse commencée");
    await page.getByRole("button", { name: "Note interne" }).click();
    assert.equal(await field(page).inputValue(), "");
    await field(page).fill("Client agacé, rester calme");
    await page.keyboard.press("Control+Shift+Enter");
    await page.locator(".message-note").filter({ hasText: "Client agacé" }).waitFor();
    assert.equal(await field(page).inputValue(), "Réponse commencée");
    const { messages, status } = await world.mcp("get_conversation", { conversation_id: chat });
    assert.deepEqual(
      messages.filter((one: { text?: string }) => one.text?.includes("Client agacé"))
        .map((one: { from: string }) => one.from),
      ["note"],
    );
    assert.equal(status, "open");
  });

  await step("a draft outlives a reload and a restart of the server", async () => {
    const { page } = claire;
    await page.reload();
    await bubbles(page, "Je m’en occupe").waitFor();
    assert.equal(await field(page).inputValue(), "Réponse commencée");
    await world.stop();
    await page.locator(".live-lost").waitFor();
    await field(page).fill("Réponse commencée, puis continuée sans serveur");
    await world.start();
    await page.locator(".live-lost").waitFor({ state: "detached" });
    await page.reload();
    await bubbles(page, "Je m’en occupe").waitFor();
    assert.equal(await field(page).inputValue(), "Réponse commencée, puis continuée sans serveur");
    await field(page).fill("");
  });

  await step("what happened while the server was away is there once it is back", async () => {
    const other = await world.visitor("Je reviens plus tard", { name: "Sam Absent" });
    await line(claire.page, other).waitFor();
    await world.stop();
    await claire.page.locator(".live-lost").waitFor();
    await world.start();
    await world.visitorWrites(chat, "Toujours rien reçu");
    await world.visitorWrites(other, "Me revoilà");
    for (const { page } of [claire, awa]) await count(bubbles(page, "Toujours rien reçu"), 1);
    await line(claire.page, other).filter({ hasText: "Me revoilà" }).waitFor();
  });

  await step("a text sent without a network waits, goes when it is back, and is there once", async () => {
    const { page, context } = claire;
    await context.setOffline(true);
    await field(page).fill("Parti sans réseau");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Pas encore envoyé : le serveur ne répond pas", { exact: false }).waitFor();
    await field(page).fill("Et un second");
    await page.keyboard.press("Control+Enter");
    await page.reload().catch(() => {});
    await context.setOffline(false);
    await page.goto(`${world.url}/conversations/${chat}`);
    for (const text of ["Parti sans réseau", "Et un second"]) {
      await page.locator(".message-advisor:not(.message-outgoing)").filter({ hasText: text }).waitFor();
      await count(bubbles(page, text), 1);
      await count(bubbles(awa.page, text), 1);
    }
    const { messages } = await world.mcp("get_conversation", { conversation_id: chat });
    const texts = messages.map((one: { text?: string }) => one.text);
    assert.deepEqual(texts.filter((text?: string) => /sans réseau|second/.test(text ?? "")), [
      "Parti sans réseau",
      "Et un second",
    ]);
  });

  await step("an answer that was lost on its way is not a second message", async () => {
    const { page } = claire;
    let cut = 1;
    await page.route("**/replies", async (route) => {
      if (cut-- > 0) {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await field(page).fill("Une seule fois");
    await page.keyboard.press("Control+Enter");
    await page.locator(".message-advisor:not(.message-outgoing)").filter({ hasText: "Une seule fois" })
      .waitFor();
    await page.locator(".message-outgoing").waitFor({ state: "detached" });
    await count(bubbles(page, "Une seule fois"), 1);
    await page.unroute("**/replies");
    const { messages } = await world.mcp("get_conversation", { conversation_id: chat });
    assert.equal(messages.filter((one: { text?: string }) => one.text === "Une seule fois").length, 1);
  });

  await step("a session that ended is opened again in place, and what was typed goes on", async () => {
    const { page } = claire;
    // It ends while the reply is on its way: nothing else can find that out before it was sent.
    await page.route("**/replies", async (route) => {
      await world.server().desk.store.write((tx) => tx.deleteFrom("session").execute());
      await route.continue();
    }, { times: 1 });
    await field(page).fill("Écrit sans session");
    await page.keyboard.press("Control+Enter");
    const again = page.getByRole("dialog", { name: "Votre session a pris fin" });
    await again.getByLabel("Mot de passe").fill("pas le bon mot");
    await again.getByRole("button", { name: "Se connecter" }).click();
    await again.getByText("Identifiant ou mot de passe incorrect.").waitFor();
    await again.getByLabel("Mot de passe").fill(PASSWORD);
    await again.getByRole("button", { name: "Se connecter" }).click();
    await again.waitFor({ state: "detached" });
    await page.locator(".message-advisor:not(.message-outgoing)").filter({ hasText: "Écrit sans session" })
      .waitFor();
    await count(bubbles(page, "Écrit sans session"), 1);
    await awa.page.getByRole("dialog", { name: "Votre session a pris fin" }).getByLabel("Mot de passe").fill(
      PASSWORD,
    );
    await awa.page.keyboard.press("Enter");
    await awa.page.getByRole("dialog").waitFor({ state: "detached" });
    await count(bubbles(awa.page, "Écrit sans session"), 1);
  });

  await step("under a pointer no line moves: what comes is counted until the pointer leaves", async () => {
    const { page } = claire;
    await page.goto(world.url);
    const first = page.locator(".row").first();
    await first.waitFor();
    const top = await first.getAttribute("data-conversation");
    await first.hover();
    const fresh = await world.visitor("Encore un", { name: "Nina Nouvelle" });
    const { x, y } = (await first.boundingBox())!;
    let moves = 0;
    let topThen: string | null | undefined;
    await until(async () => {
      // A pointer that rests for some seconds holds nothing any more: it moves all the while.
      await page.mouse.move(x + 20 + moves++ % 2, y + 20);
      const [top, isCounted] = await page.evaluate(() =>
        [
          document.querySelector(".row")?.getAttribute("data-conversation"),
          document.querySelector(".list-fresh") !== null,
        ] as const
      );
      topThen = top;
      return isCounted;
    }, "what waits is counted");
    assert.equal(topThen, top);
    await page.mouse.move(900, 400);
    await line(page, fresh).waitFor();
    assert.equal(await page.locator(".row").first().getAttribute("data-conversation"), fresh);
  });

  await step("a conversation that leaves one's reach says so, and keeps the draft", async () => {
    const { page } = awa;
    await page.goto(`${world.url}/conversations/${chat}`);
    await field(page).fill("Brouillon d’Awa");
    await claire.page.goto(`${world.url}/conversations/${chat}`);
    await claire.page.getByRole("button", { name: "Autres actions" }).click();
    await claire.page.getByRole("menuitemradio", { name: "Facturation" }).click();
    await page.getByText("Cette conversation n’est plus accessible").waitFor();
    await page.getByRole("button", { name: "Retour à la liste" }).click();
    assert.equal(await line(page, chat).count(), 0);
    const kept = await page.evaluate(() => Object.values(localStorage).join("\n"));
    assert.match(kept, /Brouillon d’Awa/);
  });
});
