/**
 * An advisor sends files: by button, paste and drop, through a server that goes away, and what is refused comes back.
 * @covers messagerie-web.inbox.page-files
 * @covers messagerie-web.inbox.page-details-over
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { inOrder } from "./desk_pages.ts";
import { line, openInboxWorld, standsOnce } from "./inbox_world.ts";

const field = (page: Page) => page.locator(".composer-field");
const picked = (page: Page) => page.locator(".picked-files > .file");
/** Those that the server has. */
const SENT = ".message-advisor:not(.message-outgoing) .file";

const fileOf = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** Gives files to what has this selector as a browser does for a paste or a drop. */
async function give(
  page: Page,
  selector: string,
  event: "paste" | "drop",
  { name, text }: { readonly name: string; readonly text?: string },
): Promise<void> {
  await page.locator(selector).evaluate((target, { event, name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File(["contenu"], name, { type: "text/plain" }));
    if (text !== undefined) data.setData("text/plain", text);
    const how = { bubbles: true, cancelable: true };
    target.dispatchEvent(
      event === "drop"
        ? new DragEvent("drop", { ...how, dataTransfer: data })
        : new ClipboardEvent("paste", { ...how, clipboardData: data }),
    );
  }, { event, name, ...(text === undefined ? {} : { text }) });
}

Deno.test("an advisor sends files", async (t) => {
  await using world = await openInboxWorld();
  const step = inOrder(t);
  const { page } = await world.advisor("claire");
  const chat = await world.visitor("Pouvez-vous m’envoyer la notice ?");
  await line(page, chat).click();
  await field(page).waitFor();

  await step("by button, paste and drop, after the text that goes with them", async () => {
    await page.locator("input[type=file]").setInputFiles([fileOf("notice.txt", "Serrez la vis.")]);
    await picked(page).filter({ hasText: "notice.txt" }).waitFor();
    await give(page, ".composer-field", "paste", { name: "collé.txt" });
    await picked(page).filter({ hasText: "collé.txt" }).waitFor();
    await give(page, ".thread-list", "drop", { name: "déposé.txt" });
    await picked(page).filter({ hasText: "déposé.txt" }).waitFor();
    // Cells of a sheet come with a picture of them: it is the text that is meant.
    await give(page, ".composer-field", "paste", { name: "cellules.png", text: "12\t13" });
    await page.getByRole("button", { name: "Retirer collé.txt" }).click();
    await page.locator(".composer-field:focus").waitFor();
    assert.equal(await picked(page).count(), 2);
    await field(page).fill("La voici.");
    await page.getByRole("button", { name: "Envoyer et résoudre" }).and(page.locator(":disabled")).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(SENT).filter({ hasText: "déposé.txt" }).waitFor();
    assert.equal(await picked(page).count(), 0);
    for (const name of ["notice.txt", "déposé.txt"]) await standsOnce(page, SENT, name);
    await standsOnce(page, ".bubble", "La voici.");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(SENT).filter({ hasText: "notice.txt" }).click(),
    ]);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    assert.equal(Buffer.concat(chunks).toString(), "Serrez la vis.");
  });

  await step("what is refused says why, and comes back to be sent without it", async () => {
    await page.locator("input[type=file]").setInputFiles([
      {
        name: "outil.exe",
        mimeType: "application/octet-stream",
        buffer: Buffer.from("MZ\u0000\u0001binaire"),
      },
    ]);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Ce type de fichier n’est pas accepté.").waitFor();
    await page.getByRole("button", { name: "Reprendre le fichier" }).click();
    await picked(page).filter({ hasText: "outil.exe" }).waitFor();
    assert.equal(await page.locator(".message-outgoing").count(), 0);
    await page.getByRole("button", { name: "Retirer outil.exe" }).click();
    await picked(page).waitFor({ state: "detached" });
  });

  await step("a server that is away gets it once it is back, once", async () => {
    await world.stop();
    await page.locator("input[type=file]").setInputFiles([fileOf("garantie.txt", "Deux ans.")]);
    await picked(page).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(".delivery-waiting").waitFor();
    await world.start();
    await page.locator(SENT).filter({ hasText: "garantie.txt" }).waitFor();
    await standsOnce(page, ".file", "garantie.txt");
  });

  await step("a page that would lose a chosen file asks before it is left", async () => {
    await page.locator("input[type=file]").setInputFiles([fileOf("à garder.txt", "…")]);
    await picked(page).waitFor();
    const [asked] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
    assert.equal(asked.type(), "beforeunload");
    await asked.dismiss();
    await picked(page).waitFor();
  });

  await step("on a phone, details over the thread take nothing of what is being written", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await field(page).fill("Je vérifie et je reviens");
    await field(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 10));
    await page.getByRole("button", { name: "Afficher les détails" }).click();
    await page.locator(".details-close:focus").waitFor();
    await field(page).waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await page.locator(".thread-details:focus").waitFor();
    await field(page).focus();
    await page.keyboard.type("passe");
    assert.equal(await field(page).inputValue(), "Je passe et je reviens");
    assert.equal(await picked(page).count(), 1);
    // The menu of tags is the thread's.
    await page.getByRole("button", { name: "Afficher les détails" }).click();
    await page.getByRole("button", { name: "Ajouter une étiquette" }).click();
    await page.getByPlaceholder("Nom de l’étiquette").or(page.getByLabel("Nom de l’étiquette")).first()
      .waitFor();
  });

  await step("a conversation by e-mail carries none, and says so", async () => {
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Retirer à garder.txt" }).click();
    const { id } = await world.server().desk.store.read.selectFrom("conversation").select("id")
      .where("channel", "=", "email").executeTakeFirstOrThrow();
    await page.goto(`${world.url}/conversations/${id}`);
    await page.locator(".thread-who").filter({ hasText: "E-mail" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Joindre un fichier" }).count(), 0);
    await give(page, ".thread-list", "drop", { name: "perdu.txt" });
    await page.getByText("E-mail : ce canal ne transporte pas de fichiers.").waitFor();
    assert.equal(await picked(page).count(), 0);
  });
});
