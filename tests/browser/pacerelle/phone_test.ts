/**
 * The app under a finger: letters that make no phone enlarge the page, nothing beside the notch, a field that grows where
 * style sheets cannot say it, a question whose answers are in sight, and a full phone that loses nothing of what was typed.
 * @covers pacerelle-web.app.phone, pacerelle-web.app.storage, pacerelle-web.app.drafts
 * @module
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { AppWorld, goTo, inOrder, signUp } from "./app_world.ts";

/** What a notch takes of either side, in pixels. */
const NOTCH = 59;
/** An iPhone enlarges the page under a field whose letters are smaller, and leaves it so. */
const LEAST_LETTERS = 16;

/** What is typed in, and how large its letters are. */
async function smallFields(page: Page): Promise<readonly string[]> {
  return await page.locator("input:visible, select:visible, textarea:visible").evaluateAll(
    (fields, least) =>
      fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < least)
        .map((field) => field.outerHTML),
    LEAST_LETTERS,
  );
}

/** Where something stands, in pixels from the window's edges. */
interface Place {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
}

async function placeOf(shown: Locator): Promise<Place> {
  const box = await shown.boundingBox();
  assert.ok(box !== null, "it is in the page");
  return { left: box.x, right: box.x + box.width, bottom: box.y + box.height, height: box.height };
}

/** Waits until something stands where it should: a window's new size reaches the page a moment later. */
async function stands(shown: Locator, fits: (place: Place) => boolean, what: string): Promise<void> {
  let place: Place | undefined;
  await until(async () => fits(place = await placeOf(shown)), () => [what, place]);
}

Deno.test("the app under a finger", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const { context, page } = await world.device({ width: "phone", hasTouch: true, isMobile: true });
  // A browser whose style sheets cannot say that a field is as tall as its text.
  await page.addInitScript(() => {
    const { supports } = CSS;
    Object.assign(CSS, {
      supports: (...given: [string]) => !given[0].includes("field-sizing") && supports.apply(CSS, given),
    });
  });
  await page.reload();
  const field = page.getByRole("textbox", { name: "Message à Poche" });
  const send = page.getByRole("button", { name: "Envoyer", exact: true });

  await step("nothing that is typed in has letters that enlarge the page", async () => {
    await page.getByLabel("Adresse e-mail").waitFor();
    assert.deepEqual(await smallFields(page), []);
    await signUp(page, "ada@exemple.fr", "Téléphone d’Ada");
    await goTo(page, "Réglages");
    await page.getByLabel("Langue").waitFor();
    assert.deepEqual(await smallFields(page), []);
  });

  await step("a question that is asked late is in sight with its answers", async () => {
    await goTo(page, "Agents");
    await page.getByRole("button", { name: "Connecter un agent" }).tap();
    await page.getByLabel("Nom de l’agent").fill("Poche");
    await page.getByRole("button", { name: "Créer l’agent" }).tap();
    await page.getByRole("button", { name: "J’ai collé la configuration" }).tap();
    const close = page.getByRole("button", { name: "Fermer", exact: true });
    await close.waitFor();
    await stands(close, ({ bottom }) => bottom <= page.viewportSize()!.height, "its answers");
    await close.tap();
    await page.getByRole("link", { name: "Écrire à Poche" }).tap();
    await field.waitFor();
    assert.deepEqual(await smallFields(page), []);
  });

  await step("the field is as tall as what is typed, and small again once it is sent", async () => {
    // What this browser's style sheet would do by itself.
    await field.evaluate((node) => node.style.setProperty("field-sizing", "fixed"));
    const { height: small } = await placeOf(field);
    await field.fill("un\ndeux\ntrois\nquatre");
    await stands(field, ({ height }) => height >= small + 60, `taller than ${small} px`);
    await send.tap();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await stands(field, ({ height }) => height === small, `${small} px again`);
  });

  await step("held sideways, nothing is behind the notch", async () => {
    const session = await context.newCDPSession(page);
    const insets = { left: NOTCH, right: NOTCH, bottom: 21, top: 0 };
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets });
    const back = page.getByRole("link", { name: "Toutes les conversations" });
    const mine = page.locator(".entry-mine .bubble");
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => innerWidth === 844);
    await stands(back, ({ left }) => left >= NOTCH, "the way back");
    for (const shown of [send, mine]) await stands(shown, ({ right }) => right <= 844 - NOTCH, "one's own");
    // Where there is room for both panes.
    await page.setViewportSize({ width: 932, height: 430 });
    const place = page.getByRole("navigation", { name: "Navigation" }).getByRole("link").first();
    await place.waitFor();
    const list = page.getByRole("heading", { name: "Conversations" });
    await list.waitFor();
    await stands(place, ({ left }) => left >= NOTCH, "the places");
    const { right: edge } = await placeOf(place);
    await stands(list, ({ left }) => left >= edge, "beside the places");
    for (const shown of [send, mine]) await stands(shown, ({ right }) => right <= 932 - NOTCH, "one's own");
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets: {} });
    await session.detach();
    await page.setViewportSize({ width: 390, height: 844 });
    await back.waitFor();
  });

  await step(
    "no room left: told as that, nothing to give up, and what was typed is there again",
    async () => {
      await page.evaluate(() => {
        const { put, add } = IDBObjectStore.prototype;
        const full = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
        Object.assign(IDBObjectStore.prototype, { put: full, add: full });
        Object.assign(globalThis, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put, add }) });
      });
      await field.fill("Ceci ne doit pas se perdre");
      await page.getByRole("heading", { name: "L’application ne peut pas continuer ici" }).waitFor();
      await page.getByText("Il n’y a plus de place dans ce navigateur").waitFor();
      assert.equal(await page.getByRole("button", { name: "Effacer cet appareil" }).count(), 0);
      await lookAt(page, "pacerelle-plein", ["phone"]);
      await page.evaluate(() => Reflect.get(globalThis, "makeRoom")());
      await page.getByRole("button", { name: "Réessayer" }).tap();
      await field.waitFor();
      assert.equal(await field.inputValue(), "Ceci ne doit pas se perdre");
      // It is kept by itself now, as another tab sees.
      const tab = await context.newPage();
      await tab.goto(page.url());
      await tab.waitForFunction(() =>
        document.querySelector("textarea")?.value === "Ceci ne doit pas se perdre"
      );
      await tab.close();
      await page.getByRole("button", { name: "Envoyer", exact: true }).tap();
      await page.locator(".entry-mine", { hasText: "se perdre" }).waitFor();
      // What was sent does not come back.
      await page.getByRole("link", { name: "Toutes les conversations" }).tap();
      await page.getByRole("link", { name: /Poche/ }).tap();
      await field.waitFor();
      assert.equal(await field.inputValue(), "");
    },
  );
});
