/**
 * A relay that serves the honest page and lies under it: another card, prekey or roster, a roster that is hidden, messages
 * that come twice, altered or not at all, files that are altered or withheld, "I have it" for what it threw away. Each is
 * told in the page's words, nothing reaches whom it made up, and no state is shown that the agent has not said itself.
 * @covers pacerelle-web.proof.swapped, pacerelle-web.proof.hidden, pacerelle-web.proof.replayed
 * @covers pacerelle-web.proof.withheld, pacerelle-web.proof.files, pacerelle-web.proof.delivered
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { systemEnv } from "../../../base/env.ts";
import { macCard } from "../../../wire/card.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { nextRoster, rosterHash, signRoster } from "../../../wire/roster.ts";
import { deriveTokenSecrets } from "../../../wire/token.ts";
import type { Any } from "../../any.ts";
import { LyingRelay } from "../../e2e/pacerelle/lying_relay.ts";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import {
  AppWorld,
  blockText,
  entryWith,
  goTo,
  type Host,
  inOrder,
  logIn,
  say,
  settingsOf,
  signUp,
} from "./app_world.ts";

const EMAIL = "ada@exemple.fr";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Waits until the page tells something above everything else. */
async function told(page: Page, text: string): Promise<void> {
  await page.locator(".banner", { hasText: text }).waitFor();
}

/** Waits until it does not any more. */
async function gone(page: Page, text: string): Promise<void> {
  await page.locator(".banner", { hasText: text }).waitFor({ state: "detached" });
}

Deno.test("a relay that lies under an honest page", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  await using liar = new LyingRelay(world.url);
  const { page } = await world.browser.person({ expectedErrors: [/WebSocket/] });
  const stranger = (await makeIdentity(systemEnv)).identity;
  let host: Host;
  let settings: Readonly<Record<string, string>> = {};
  let agent = "";
  let device = "";
  let source = "";

  /** What the agent has been asked, oldest first. */
  async function asked(): Promise<readonly string[]> {
    const { entries } = await host.tool("get_history", { limit: 100 });
    return entries.filter((one: Any) => one.kind === "request").map((one: Any) => one.text);
  }
  /** Makes the page look at the agents again. */
  const look = () => liar.tell(device, { type: "changed", what: "agent", agent });
  const state = (text: string) => entryWith(page, text).locator(".standing");

  await step(
    "another card than the agent's, before that was ever seen: it is not called connected",
    async () => {
      await page.clock.install();
      await page.goto(liar.url);
      liar.lies.up = (frame, endpoint) => {
        if (endpoint.startsWith("device_")) device = endpoint;
        return [frame];
      };
      await signUp(page, EMAIL, "Ordinateur");
      liar.lies.answer = (route, answer) => {
        if (route === "listAgents") {
          for (const one of answer.agents) {
            if (one.card) one.card.card.key = stranger.key;
          }
        }
        return answer;
      };
      await goTo(page, "Agents");
      await page.getByRole("button", { name: "Connecter un agent" }).click();
      await page.getByLabel("Nom de l’agent").fill("Robot");
      await page.getByRole("button", { name: "Créer l’agent" }).click();
      const shown = page.getByRole("dialog", { name: "« Robot » est créé" });
      settings = settingsOf(await blockText(shown, "claude_desktop_config.json"));
      agent = settings["PACERELLE_AGENT_ID"]!;
      host = await world.host(settings);
      await host.status((status) => status.connection?.state === "connected");
      await told(page, "Le relais montre une fausse identité pour Robot");
      assert.equal(await shown.getByText("« Robot » est connecté.").count(), 0);
      liar.lies = {};
      look();
      await shown.getByText("« Robot » est connecté.").waitFor();
      await shown.getByRole("button", { name: "Lui écrire" }).click();
      await gone(page, "fausse identité");
      await say(page, "Premier");
      source = (await host.request((message) => message.text === "Premier")).id;
      await state("Premier").getByText("Reçu par l’agent").waitFor();
    },
  );

  await step(
    "another card with a good MAC changes nothing, nor does an old list of who is there",
    async () => {
      const { pairingKey } = await deriveTokenSecrets(settings["PACERELLE_AGENT_TOKEN"]!, agent);
      const card = await macCard({ agent, key: stranger.key, createdAt: 1 }, pairingKey);
      liar.lies.answer = (route, answer) => {
        if (route !== "listAgents") return answer;
        const presence = { endpoint: agent, state: "offline", since: null };
        return { agents: answer.agents.map((one: Any) => ({ ...one, card, presence })) };
      };
      look();
      await told(page, "Le relais montre une autre identité pour Robot, sans nouveau jeton.");
      await page.locator(".thread-who").getByText("En ligne").waitFor();
      await lookAt(page, "pacerelle-relais-menteur");
      await say(page, "Toujours au même");
      await state("Toujours au même").getByText("Reçu par l’agent").waitFor();
      assert.deepEqual(await asked(), ["Premier", "Toujours au même"]);
      liar.lies = {};
      look();
      await gone(page, "autre identité");
    },
  );

  await step(
    "another prekey than the agent's: what is written stays here until there is a true one",
    async () => {
      liar.lies.answer = (route, answer) => {
        if (route === "claimPrekeys") {
          for (const { prekey } of answer.prekeys) {
            if (prekey) prekey.public = stranger.key;
          }
        }
        return answer;
      };
      await say(page, "Avec quelle clé ?");
      await told(page, "Le relais a donné une fausse clé pour Robot.");
      await state("Avec quelle clé ?").getByText("En attente sur cet appareil").waitFor();
      assert.deepEqual(await asked(), ["Premier", "Toujours au même"]);
      liar.lies = {};
      liar.cut(device);
      await state("Avec quelle clé ?").getByText("Reçu par l’agent").waitFor();
      await gone(page, "fausse clé");
    },
  );

  await step("what comes twice, and again later, is shown once", async () => {
    const passed: Any[] = [];
    liar.lies.down = (frame, endpoint) => {
      if (frame.type !== "deliver" || endpoint !== device) return [frame];
      passed.push(frame);
      return [frame, frame];
    };
    await host.tool("send_message", { sourceMessageId: source, text: "Une seule fois" });
    await entryWith(page, "Une seule fois").waitFor();
    liar.lies = {};
    for (const frame of passed) liar.tell(device, frame);
    await host.tool("send_message", { sourceMessageId: source, text: "Ensuite" });
    await entryWith(page, "Ensuite").waitFor();
    assert.equal(await entryWith(page, "Une seule fois").count(), 1);
  });

  await step("what the relay says it has and threw away is never called received", async () => {
    liar.lies.up = (frame, endpoint) => {
      if (endpoint !== device) return [frame];
      if (frame.type === "submit" && frame.envelope.to === agent) {
        const { to, id } = frame.envelope;
        liar.tell(device, { type: "submitted", to, id, at: Date.now() });
        return [];
      }
      if (frame.type !== "ask") return [frame];
      const items = frame.items.map((item: Any) => ({ ...item, state: "acknowledged" }));
      liar.tell(device, { type: "standing", items });
      return [];
    };
    await say(page, "Jeté");
    await state("Jeté").getByText("En attente de l’agent").waitFor();
    liar.cut(device);
    await say(page, "Jeté aussi");
    await state("Jeté aussi").getByText("En attente de l’agent").waitFor();
    assert.ok(!(await asked()).some((text) => text.startsWith("Jeté")));
    assert.equal(
      await page.locator(".standing-received, .standing-processed", { hasText: "Jeté" }).count(),
      0,
    );
    // The relay is asked what became of it, and gets it again once it says so.
    liar.lies = {};
    await page.clock.fastForward(310_000);
    await state("Jeté aussi").getByText("Reçu par l’agent").waitFor();
    await state("Jeté").first().getByText("Reçu par l’agent").waitFor();
    assert.deepEqual((await asked()).slice(-2), ["Jeté", "Jeté aussi"]);
  });

  await step(
    "what was altered is put aside and told; what is withheld is told as missing; both come once they are let through",
    async () => {
      const isFor = (frame: Any, endpoint: string) => frame.type === "deliver" && endpoint === device;
      liar.lies.down = (frame, endpoint) => {
        if (!isFor(frame, endpoint)) return [frame];
        const { ciphertext } = frame.envelope;
        const flipped = (ciphertext[0] === "A" ? "B" : "A") + ciphertext.slice(1);
        return [{ ...frame, envelope: { ...frame.envelope, ciphertext: flipped } }];
      };
      await host.tool("send_message", { sourceMessageId: source, text: "Altéré" });
      await told(page, "Un message se donnait pour celui de Robot et ne l’était pas");
      assert.equal(await entryWith(page, "Altéré").count(), 0);
      const withheld = Promise.withResolvers<void>();
      let isLetThrough = false;
      liar.lies.down = (frame, endpoint) => {
        if (!isFor(frame, endpoint)) return [frame];
        const passed = isLetThrough ? [frame] : [];
        isLetThrough = false;
        withheld.resolve();
        return passed;
      };
      await host.tool("send_message", { sourceMessageId: source, text: "Retenu" });
      await withheld.promise;
      isLetThrough = true;
      await host.tool("send_message", { sourceMessageId: source, text: "Passé" });
      await entryWith(page, "Passé").waitFor();
      assert.equal(await entryWith(page, "Retenu").count(), 0);
      // It is asked for after half a minute, and told as missing some minutes after that was sent.
      const missing = page.locator(".banner", {
        hasText: "Des messages de Robot manquent : le relais ou le réseau les retient.",
      });
      await until(async () => {
        await page.clock.fastForward(31_000);
        return await missing.count() > 0;
      }, "what is withheld is told");
      await lookAt(page, "pacerelle-message-retenu");
      liar.lies = {};
      liar.cut(device);
      await entryWith(page, "Retenu").waitFor();
      await entryWith(page, "Altéré").waitFor();
      await gone(page, "manquent");
      for (const text of ["Altéré", "Retenu", "Passé"]) assert.equal(await entryWith(page, text).count(), 1);
      // What was put aside is past: it is told until the person has read it.
      const aside = page.locator(".banner", { hasText: "Un message se donnait pour celui de Robot" });
      await aside.getByRole("button", { name: "Compris" }).click();
      await aside.waitFor({ state: "detached" });
    },
  );

  await step("a file that was altered or withheld is told; nothing of it is shown or saved", async () => {
    await Deno.writeFile(`${world.folder}/files/carré.png`, Buffer.from(PIXEL, "base64"));
    await Deno.writeTextFile(`${world.folder}/files/note.txt`, "Bien à vous.");
    liar.lies.chunk = (_file, _index, sealed) => {
      sealed[sealed.length >> 1]! ^= 1;
      return sealed;
    };
    await host.tool("send_message", {
      sourceMessageId: source,
      text: "Deux fichiers",
      attachments: [`${world.folder}/files/carré.png`, `${world.folder}/files/note.txt`],
    });
    const entry = entryWith(page, "Deux fichiers");
    const picture = entry.locator(".file", { hasText: "carré.png" });
    const note = entry.locator(".file", { hasText: "note.txt" });
    await picture.getByText("Ce fichier a été modifié en chemin : rien n’en a été gardé.").waitFor();
    assert.equal(await entry.locator("img").count(), 0);
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    await note.getByRole("button", { name: "Enregistrer note.txt" }).click();
    await note.getByText("Ce fichier a été modifié en chemin").waitFor();
    liar.lies.chunk = () => undefined;
    await note.getByRole("button", { name: "Enregistrer note.txt" }).click();
    await note.getByText("Le relais n’a plus ce fichier.").waitFor();
    await lookAt(page, "pacerelle-fichier-altere");
    assert.deepEqual(downloads, []);
    liar.lies = {};
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      note.getByRole("button", { name: "Enregistrer note.txt" }).click(),
    ]);
    assert.equal(await Deno.readTextFile(await download.path()), "Bien à vous.");
  });

  await step(
    "rosters that are made up, hidden or old are told on the device that is shown them",
    async () => {
      const other = (await world.device({ at: liar.url })).page;
      let second = "";
      let real: Any;
      liar.lies.up = (frame) => {
        if (frame.type === "hello" && frame.endpoint !== device && frame.endpoint !== agent) {
          second = frame.endpoint;
        }
        return [frame];
      };
      const note = (route: string, answer: Any) => {
        if (route === "fetchRosters") real = answer.rosters.at(-1) ?? real;
        return answer;
      };
      liar.lies.answer = note;
      await logIn(other, EMAIL, "Tablette");
      const code = await blockText(other, "Code de cet appareil");
      await goTo(page, "Appareils");
      await page.getByRole("button", { name: "Approuver un appareil" }).click();
      const approving = page.getByRole("dialog", { name: "Approuver un appareil" });
      await approving.getByRole("tab", { name: "Taper le code" }).click();
      await approving.getByLabel("Code du nouvel appareil").fill(code);
      await approving.getByRole("button", { name: "Faire entrer" }).click();
      await approving.getByText("« Tablette » est approuvé").waitFor();
      await approving.getByRole("button", { name: "Fermer" }).last().click();
      await other.locator(".row", { hasText: "Robot" }).click();

      // Hidden: another device has made the account a recovery key, and the agent knows.
      liar.lies = {
        answer: (route, answer, request, caller) =>
          route === "fetchRosters" && caller === second
            ? { ...answer, rosters: [], latest: request.after }
            : answer,
        down: (frame, endpoint) =>
          frame.type === "changed" && frame.what === "roster" && endpoint === second ? [] : [frame],
      };
      await goTo(page, "Réglages");
      await page.getByRole("button", { name: "Créer une clé de secours" }).click();
      const key = page.getByRole("dialog", { name: "Votre clé de secours" });
      await key.getByRole("checkbox", { name: "Je l’ai gardée en lieu sûr" }).check();
      await key.getByRole("button", { name: "Terminé" }).click();
      await host.tool("send_message", { sourceMessageId: source, text: "Avec la nouvelle liste" });
      await told(other, "Le relais cache une liste d’appareils plus récente, que Robot connaît.");
      await lookAt(other, "pacerelle-liste-cachee");
      liar.lies = { answer: note };
      liar.cut(second);
      await gone(other, "Le relais cache une liste");

      // Old: the relay goes back to the first one.
      liar.lies = {
        answer: (route, answer, _request, caller) =>
          route === "fetchRosters" && caller === second ? { ...answer, rosters: [], latest: 1 } : answer,
        down: (frame, endpoint) =>
          frame.type === "welcome" && endpoint === second ? [{ ...frame, roster: 1 }] : [frame],
      };
      liar.cut(second);
      await told(other, "Le relais montre une ancienne liste d’appareils");
      await goTo(other, "Agents");
      await other.getByRole("button", { name: "Connecter un agent" }).click();
      await other.getByLabel("Nom de l’agent").fill("Autre");
      await other.getByRole("button", { name: "Créer l’agent" }).click();
      await other.getByText("Le relais montre une liste d’appareils que les vôtres n’ont pas signée").first()
        .waitFor();
      await other.keyboard.press("Escape");
      liar.lies = {};
      liar.cut(second);
      await gone(other, "ancienne liste");

      // Made up: one more device, that nobody has let in; by a stranger's hand, then beside the true one.
      const spy = { id: `device_${"f".repeat(32)}`, name: "Espion", key: stranger.key };
      const { roster } = real;
      const pinned = { roster, hash: await rosterHash(roster) };
      const next = nextRoster(roster.account, pinned, [...roster.devices, spy]);
      const forged = await signRoster(next, spy.id, stranger);
      const forked = { ...real, roster: { ...next, previous: await rosterHash(next) } };
      for (
        const [shown, words] of [
          [forged, "Le relais montre une liste d’appareils que personne de ce compte n’a signée"],
          [forked, "Deux listes d’appareils différentes circulent pour ce compte."],
        ]
      ) {
        liar.lies = {
          answer: (route, answer, _request, caller) =>
            route === "fetchRosters" && caller === device
              ? { ...answer, rosters: [shown], latest: next.version }
              : answer,
          down: (frame, endpoint) =>
            frame.type === "welcome" && endpoint === device ? [{ ...frame, roster: next.version }] : [frame],
        };
        liar.cut(device);
        await told(page, words);
      }
      await goTo(page, "Appareils");
      await page.locator(".card", { hasText: "Tablette" }).waitFor();
      assert.equal(await page.getByText("Espion").count(), 0);
    },
  );
});
