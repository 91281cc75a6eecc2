/**
 * The inbox as one advisor uses it: by keyboard alone, under hostile text, with thousands of messages, and how all of it looks.
 * @covers messagerie-web.inbox.page-keyboard
 * @covers messagerie-web.inbox.page-hostile-text
 * @covers messagerie-web.inbox.page-windowed
 * @covers messagerie-web.inbox.page-actions
 * @covers messagerie-web.inbox.page-canned
 * @covers messagerie-web.inbox.page-accessible
 * @covers messagerie-web.inbox.page-lists
 * @module
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { inOrder } from "./desk_pages.ts";
import { line, openInboxWorld } from "./inbox_world.ts";

const field = (page: Page) => page.locator(".composer-field");

const HOSTILE = [
  "<img src=x onerror=alert(1)><script>alert(2)</script>",
  "[cliquez](javascript:alert(3)) [banque](https://voleur.example/x) <b>gras</b>",
  "\u202egnp.exe \u2066caché\u2069 \u202bمرحبا بكم\u202c",
  "مرحبا، أين طلبي؟ שלום",
  "😀".repeat(9_990),
  "a".repeat(9_000),
  "ligne\n".repeat(400),
].map((text, index) => `${index} ${text}`);

/** Waits until a list that was scrolled up has left its end and stands still. */
async function comesToRest(list: Locator): Promise<void> {
  await list.evaluate(async (box) => {
    for (let [still, last] = [0, NaN]; still < 10;) {
      await new Promise(requestAnimationFrame);
      const hasLeft = box.scrollHeight - box.scrollTop - box.clientHeight > 300;
      still = hasLeft && box.scrollTop === last ? still + 1 : 0;
      last = box.scrollTop;
    }
  });
}

Deno.test("the inbox as one advisor uses it", async (t) => {
  await using world = await openInboxWorld({
    conversations: 500,
    messages: 4_000,
    // Nobody listens there: what is sent waits, and says why.
    env: { MESSAGERIE_SMTP_URL: "smtp://127.0.0.1:9", MESSAGERIE_MAIL_FROM: "aide@exemple.fr" },
  });
  const step = inOrder(t);
  const { page } = await world.advisor("claire");
  const chat = await world.visitor("Bonjour, une question", { name: "Léa <i>Clavier</i>" });
  await line(page, chat).waitFor();

  await step("by keyboard alone: choose, open, reply, resolve, undo", async () => {
    await page.keyboard.press("j");
    await page.waitForFunction(() => document.activeElement?.classList.contains("row"));
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.waitForFunction(
      (id) => (document.activeElement as HTMLElement).dataset["conversation"] === id,
      chat,
    );
    await page.keyboard.press("Enter");
    await page.locator(".message-visitor").filter({ hasText: "une question" }).waitFor();
    await page.keyboard.press("r");
    await page.locator(".composer-field:focus").waitFor();
    // Every single-key shortcut, as letters.
    await page.keyboard.type("/ j k e n r a s t u d ? g m");
    assert.equal(await field(page).inputValue(), "/ j k e n r a s t u d ? g m");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Voici la réponse.");
    await page.keyboard.press("Control+Enter");
    await page.locator(".message-advisor:not(.message-outgoing)").filter({ hasText: "Voici la réponse." })
      .waitFor();
    // Out of the field, to the messages: arrows scroll there, and single keys are commands.
    await page.keyboard.press("Escape");
    await page.locator(".thread-list:focus").waitFor();
    await page.keyboard.press("e");
    await page.locator(".event-line").filter({ hasText: "comme résolue" }).waitFor();
    await page.getByRole("button", { name: "Rouvrir" }).waitFor();
    // It stays where it was, marked, until it is left.
    await page.locator(`.row-left[data-conversation="${chat}"]`).waitFor();
    await page.getByRole("button", { name: "Annuler" }).click();
    await page.getByRole("button", { name: "Résoudre", exact: true }).waitFor();
  });

  await step("assign, tag, hold and back by menus that shortcuts open", async () => {
    await page.locator("body").click({ position: { x: 700, y: 300 } });
    await page.keyboard.press("a");
    await page.getByRole("combobox", { name: "Chercher un conseiller" }).fill("etienne");
    await page.getByRole("option", { name: /Étienne/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".event-line").filter({ hasText: /assigné la conversation à .?Étienne/ }).waitFor();
    await page.keyboard.press("t");
    await page.getByRole("combobox", { name: "Nom de l’étiquette" }).fill("Rappel lundi");
    await page.keyboard.press("Enter");
    await page.locator(".details-tags .tag-chip").filter({ hasText: "Rappel lundi" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Retirer l’étiquette Rappel lundi" }).click();
    await page.locator(".details-tags .tag-chip").filter({ hasText: "Rappel lundi" }).waitFor({
      state: "detached",
    });
    await page.keyboard.press("s");
    await page.getByRole("button", { name: /Demain matin/ }).click();
    await page.locator(".event-line").filter({ hasText: "en attente" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Une commande/ }).fill("sortir de l’att");
    await page.getByRole("option", { name: /Sortir de l’attente/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".event-line").filter({ hasText: "sorti la conversation de l’attente" }).waitFor();
  });

  await step("a slash finds a canned reply and fills it in", async () => {
    await world.cannedReply("merci", "Remerciement", "Merci {{contact.name}}, {{agent.name}}.");
    await page.reload();
    await field(page).waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("/mer");
    const option = page.getByRole("option", { name: /Remerciement/ });
    await option.waitFor();
    assert.match(await option.innerText(), /Merci Léa <i>Clavier<\/i>, Claire Dubois\./);
    await page.keyboard.press("Enter");
    assert.equal(await field(page).inputValue(), "Merci Léa <i>Clavier</i>, Claire Dubois.");
    await field(page).fill("");
    await page.keyboard.press("Escape");
  });

  await step("hostile text is text", async () => {
    for (const text of HOSTILE) await world.visitorWrites(chat, text);
    await world.mcp("send_reply", {
      conversation_id: chat,
      text: "**ok** <u>non</u> [x](https://exemple.fr)",
    });
    await page.locator(".message-program").waitFor();
    const inside = await page.locator(".thread-list").evaluate((list) => ({
      foreign: list.querySelectorAll("script, img, b, u, i, iframe, object").length,
      links: [...list.querySelectorAll("a")].map((link) => [link.href, link.rel, link.target]),
    }));
    assert.equal(inside.foreign, 0);
    assert.ok(inside.links.length > 0);
    for (const [href, ...rest] of inside.links) {
      assert.match(href ?? "", /^https:/);
      assert.deepEqual(rest, ["noopener noreferrer nofollow", "_blank"]);
    }
    await page.locator(".message-visitor").filter({ hasText: "6 ligne" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.equal(await page.locator(".thread-who h2").innerText(), "Léa <i>Clavier</i>");
    // Again as long as it stays at its end: a row that is measured meanwhile keeps it there.
    await until(async () => {
      await page.locator(".thread-list").evaluate((list) => list.scrollTop = 0);
      return await page.locator(".message-visitor").filter({ hasText: "onerror" }).isVisible();
    }, "the first messages");
    assert.equal(await page.locator(".link-host").filter({ hasText: "voleur.example" }).count(), 1);
    await lookAt(page, "inbox-hostile");
  });

  await step(
    "a thread of thousands of messages stays small, and older ones come without a jump",
    async () => {
      const long = await world.visitor("message 0", { name: "Max Bavard" });
      await world.server().desk.store.write(async (tx) => {
        const { no, inbox_no } = await tx.selectFrom("conversation").select(["no", "inbox_no"]).where(
          "id",
          "=",
          long,
        )
          .executeTakeFirstOrThrow();
        const base = Date.now() - 3 * 86_400_000;
        for (let n = 1; n <= 2_000; n++) {
          await tx.insertInto("message").values({
            id: crypto.randomUUID(),
            conversation_no: no,
            inbox_no: inbox_no ?? 0,
            kind: 0,
            author: n % 3 === 0 ? 1 : 0,
            agent_no: n % 3 === 0 ? 1 : null,
            author_name: null,
            body: `message ${n} ${"mot ".repeat(n % 37)}`,
            confidence: null,
            event: null,
            created_at: base + n * 60_000,
            deleted_at: null,
          }).execute();
        }
      });
      await page.goto(`${world.url}/conversations/${long}`);
      await page.getByText("message 2000", { exact: false }).waitFor();
      const rows = () => page.locator(".thread-list .virtual-list-row").count();
      assert.ok(await rows() < 60, String(await rows()));
      // Up by the wheel, to the very first: what is read stays where it is while older pages come in above.
      const list = page.locator(".thread-list");
      await list.hover();
      let seen = 0;
      const start = page.locator(".thread-start").filter({ hasText: "Début de la conversation" });
      await until(async () => {
        await page.mouse.wheel(0, -3_000);
        seen = Math.max(seen, await rows());
        return await start.count() > 0;
      }, "its start");
      assert.ok(seen < 60, `${seen} rows at once`);
      await page.getByRole("button", { name: "Derniers messages" }).click();
      await page.getByText("message 2000", { exact: false }).waitFor();
    },
  );

  await step(
    "what is read stays where it is while older messages come in above and new ones below",
    async () => {
      const list = page.locator(".thread-list");
      await page.reload();
      await page.getByText("message 2000", { exact: false }).waitFor();
      await list.hover();
      await page.mouse.wheel(0, -700);
      await comesToRest(list);
      const anchor = await list.evaluate((box) => {
        const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
        const row = [...box.querySelectorAll(".virtual-list-row")].find((one) =>
          one.getBoundingClientRect().bottom > middle
        );
        return { text: row?.textContent ?? "", top: row?.getBoundingClientRect().top ?? 0 };
      });
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await world.mcp("send_reply", { conversation_id: id, text: "En bas, sans déranger" });
      await page.getByRole("button", { name: "Nouveau message" }).waitFor();
      const top = await list.evaluate((box, text) => {
        const row = [...box.querySelectorAll(".virtual-list-row")].find((one) => one.textContent === text);
        return row?.getBoundingClientRect().top ?? NaN;
      }, anchor.text);
      assert.ok(Math.abs(top - anchor.top) < 2, `${anchor.top} → ${top}`);
    },
  );

  await step("the list of every conversation stays small however far it is scrolled", async () => {
    await page.goto(`${world.url}/?tab=resolved`);
    await page.locator(".row").first().waitFor();
    await page.locator(".list-box .virtual-list").hover();
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, 4_000);
      await page.waitForTimeout(15);
    }
    const ids = await page.locator(".row").evaluateAll((rows) =>
      rows.map((row) => row.dataset["conversation"])
    );
    assert.ok(ids.length > 0 && ids.length < 40, String(ids.length));
    assert.equal(new Set(ids).size, ids.length);
  });

  await step("tabs, filters and search lead where they say", async () => {
    await page.goto(world.url);
    await page.getByRole("link", { name: /^File/ }).click();
    await page.waitForURL(/tab=queue/);
    await page.keyboard.press("f");
    await page.getByLabel("Boîte de réception").selectOption({ label: "Facturation" });
    await page.waitForURL(/inbox=/);
    await page.keyboard.press("Escape");
    const inboxes = () => page.locator(".row-inbox").allInnerTexts();
    await until(async () => new Set(await inboxes()).size === 1, "one inbox alone");
    assert.equal((await inboxes())[0], "Facturation");
    await page.getByRole("button", { name: "Retirer le filtre Facturation" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("une question");
    await page.locator(".found").filter({ hasText: "Léa" }).first().click();
    await page.locator(".thread-who").filter({ hasText: "Léa" }).waitFor();
    await page.keyboard.press("Escape");
  });

  await step("writing first says what is missing, keeps what is typed, and shows how it leaves", async () => {
    await page.goto(world.url);
    await page.locator(".row").first().waitFor();
    await page.keyboard.press("c");
    const start = page.getByRole("dialog", { name: "Écrire en premier" });
    await start.getByLabel("Message").fill("Bonjour, votre commande est prête.");
    await start.getByRole("button", { name: "Envoyer" }).click();
    await start.getByText("Indiquez à qui écrire.").first().waitFor();
    await page.reload();
    await page.locator(".row").first().waitFor();
    await page.keyboard.press("c");
    assert.equal(await start.getByLabel("Message").inputValue(), "Bonjour, votre commande est prête.");
    await start.getByLabel("Adresse e-mail").fill("pas une adresse");
    await start.getByRole("button", { name: "Envoyer" }).click();
    await start.getByRole("alert").first().waitFor();
    await start.getByLabel("Adresse e-mail").fill("nouvelle@exemple.fr");
    await start.getByRole("button", { name: "Envoyer" }).click();
    await start.waitFor({ state: "detached" });
    await page.locator(".message-advisor").filter({ hasText: "votre commande est prête" }).waitFor();
    await page.locator(".delivery").filter({ hasText: "nouvel essai automatique" }).waitFor();
    assert.match(await page.locator(".thread-who p").innerText(), /^E-mail/);
  });

  await step("every state is accessible and looks right", async () => {
    await page.goto(world.url);
    await page.locator(".row").first().waitFor();
    await lookAt(page, "inbox-list");
    await page.goto(`${world.url}/conversations/${chat}`);
    await page.locator(".message").first().waitFor();
    await lookAt(page, "inbox-thread");
    await page.keyboard.press("n");
    await field(page).fill("Note en cours");
    await lookAt(page, "inbox-note");
    await field(page).fill("");
    await page.goto(`${world.url}/conversations/${chat}`);
    await page.locator(".message").first().waitFor();
    for (const [key, name] of [["a", "assign"], ["s", "snooze"], ["t", "tags"], ["b", "bell"]] as const) {
      await page.keyboard.press(key);
      await page.locator(".popover-panel").waitFor();
      await lookAt(page, `inbox-${name}`, ["desktop"]);
      await page.keyboard.press("Escape");
    }
    for (const [key, name] of [["Control+k", "palette"], ["?", "help"], ["c", "start"]] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await lookAt(page, `inbox-${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.goto(`${world.url}/?search=facture`);
    await page.locator(".found").first().waitFor();
    await lookAt(page, "inbox-search");
  });

  await step("in English, on a phone: one pane at a time, and back", async () => {
    const phone = await world.advisor("awa", { locale: "en-GB", width: "phone" });
    await line(phone.page, chat).click();
    await phone.page.getByRole("button", { name: "Back to the list" }).waitFor();
    assert.equal(await phone.page.locator(".list-pane").count(), 0);
    await phone.page.getByRole("button", { name: "Show details" }).click();
    await phone.page.getByText("Other conversations").waitFor();
    await lookAt(phone.page, "inbox-details-english", ["phone"]);
    await phone.page.getByRole("button", { name: "Hide details" }).click();
    await phone.page.getByRole("button", { name: "Back to the list" }).click();
    await phone.page.getByRole("link", { name: /^Mine/ }).waitFor();
    assert.equal(await phone.page.locator("html").getAttribute("lang"), "en");
  });
});
