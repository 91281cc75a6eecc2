/**
 * What is typed while a message is on its way: it outlives a page that ends before the message is written, and follows it
 * by a press as by a key. The agent has never been here: what is sent waits on the device.
 * @covers pacerelle-web.app.drafts
 * @module
 */
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { AppWorld, entryWith, goTo, inOrder, signUp } from "./app_world.ts";

/** Files are read by nobody until `release`. */
async function holdFiles(page: Page): Promise<{ release(): Promise<void> }> {
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const waiting: (() => void)[] = [];
    Blob.prototype.arrayBuffer = async function (): Promise<ArrayBuffer> {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return await arrayBuffer.call(this);
    };
    addEventListener("release", () => {
      Blob.prototype.arrayBuffer = arrayBuffer;
      for (const resolve of waiting) resolve();
    });
  });
  return { release: () => page.evaluate(() => void dispatchEvent(new Event("release"))) };
}

const writing = (page: Page) => page.getByRole("textbox", { name: "Message à Robot" });
const sendButton = (page: Page) => page.getByRole("button", { name: "Envoyer" });

async function pickNote(page: Page): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({
    name: "note.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Une note."),
  });
  await page.locator(".picked-file").waitFor();
}

Deno.test("what is typed while a message is on its way", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const { context, page } = await world.device();

  await step("a conversation is open", async () => {
    await signUp(page, "ada@exemple.fr", "Téléphone");
    await goTo(page, "Agents");
    await page.getByRole("button", { name: "Connecter un agent" }).click();
    await page.getByLabel("Nom de l’agent").fill("Robot");
    await page.getByRole("button", { name: "Créer l’agent" }).click();
    await page.getByRole("button", { name: "J’ai collé la configuration" }).click();
    await page.getByRole("button", { name: "Fermer", exact: true }).click();
    await page.getByRole("link", { name: "Écrire à Robot" }).click();
    await writing(page).waitFor();
  });

  await step("a press sends what was added since, right after", async () => {
    await pickNote(page);
    const files = await holdFiles(page);
    await writing(page).fill("Premier");
    await sendButton(page).click();
    await sendButton(page).and(page.locator("[aria-busy=true]")).waitFor();
    await writing(page).pressSequentially(" puis second");
    await sendButton(page).and(page.locator(":not([aria-busy])")).click();
    await page.getByText("La suite partira juste après.").waitFor();
    await files.release();
    await entryWith(page, "puis second").waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>(".entry-mine .bubble")].map(({ innerText }) =>
        innerText.trim().split("\n")[0]
      ).join("|") === "Premier|puis second"
    );
  });

  await step("a page that ends before the message is written leaves the text", async () => {
    await pickNote(page);
    await holdFiles(page);
    await writing(page).fill("Tapé d’un trait");
    await writing(page).press("Enter");
    await sendButton(page).and(page.locator("[aria-busy=true]")).waitFor();
    await page.getByText("Chiffrement").waitFor();
    const thread = page.url();
    await page.close();
    const next = await context.newPage();
    await next.goto(thread);
    await next.waitForFunction(() => document.querySelector("textarea")?.value === "Tapé d’un trait");
  });
});
