/**
 * Lists of the administration while others change what they show.
 * @covers messagerie-web.admin.fresh
 * @module
 */
import assert from "node:assert/strict";
import { openInboxWorld } from "./inbox_world.ts";

Deno.test("the administration shows what others change, and keeps what is typed meanwhile", async (t) => {
  await using world = await openInboxWorld();
  const { page } = await world.advisor("claire");
  const other = await world.advisor("claire");

  await t.step("a tag that a colleague declares is in the list at once, beside an open form", async () => {
    await page.goto(`${world.url}/admin/reponses?onglet=etiquettes`);
    await page.getByRole("button", { name: "Nouvelle étiquette" }).click();
    const form = page.getByRole("dialog", { name: "Nouvelle étiquette" });
    await form.getByLabel("Nom").fill("En cours de saisie");
    await other.page.goto(`${world.url}/admin/reponses?onglet=etiquettes`);
    await other.page.getByRole("button", { name: "Nouvelle étiquette" }).click();
    await other.page.getByRole("dialog").getByLabel("Nom").fill("Toute fraîche");
    await other.page.getByRole("dialog").getByRole("button", { name: "Créer" }).click();
    await page.locator(".data-table").getByText("Toute fraîche").waitFor();
    assert.equal(await form.getByLabel("Nom").inputValue(), "En cours de saisie");
  });

  await t.step("a colleague's new name and a new inbox are there without a reload", async () => {
    await page.goto(`${world.url}/admin/agents`);
    await page.locator(".data-table").getByText("Awa Diop").waitFor();
    await world.server().desk.store.write((tx) =>
      tx.updateTable("agent").set({ name: "Awa Diop-Sow" }).where("name", "=", "Awa Diop").execute()
    );
    // Nothing told of that one: whoever comes back to the page sees it.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.locator(".data-table").getByText("Awa Diop-Sow").waitFor();
    await page.goto(`${world.url}/admin/boites`);
    await page.locator(".data-table").getByText("Facturation").waitFor();
    await other.page.goto(`${world.url}/admin/boites`);
    await other.page.getByRole("button", { name: "Nouvelle boîte" }).click();
    await other.page.getByRole("dialog").getByLabel("Nom").fill("Litiges");
    await other.page.getByRole("dialog").getByRole("button", { name: "Créer" }).click();
    await page.locator(".data-table").getByText("Litiges").waitFor();
  });

  await t.step("a token's last use is told to whoever comes back to the page", async () => {
    await page.goto(`${world.url}/admin/api`);
    const row = page.locator("tr").filter({ hasText: "Robot du service" });
    // It never ends, and was never used.
    const never = row.getByText("Jamais");
    await never.nth(1).waitFor();
    await world.mcp("whoami");
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await never.nth(1).waitFor({ state: "detached" });
  });

  await t.step("what does not come leaves what is shown", async () => {
    await page.route("**/admin/tokens", (route) => route.abort());
    // Once it has failed once more, the page knows of the first time.
    for (let times = 0; times < 2; times++) {
      const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/admin/tokens"));
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      await failed;
    }
    await page.locator("tr").filter({ hasText: "Robot du service" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  });
});
