/**
 * Files between the terminal client and the stdio server under the SDK's client, with a relay between that lies: swapped, cut,
 * moved, altered and withheld chunks are told, and nothing of them is kept.
 * @covers pacerelle-web.files.terminal
 * @covers pacerelle-web.files.lying-relay
 * @covers pacerelle-web.files.both-ways
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { LyingRelay } from "./pacerelle/lying_relay.ts";
import { World } from "./pacerelle/world.ts";
import type { Any } from "../any.ts";

const bytes = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed) % 251);
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();

Deno.test("files go both ways, and a relay that lies about them is found out", async (test) => {
  await using world = await World.make();
  await using liar = new LyingRelay(world.relayUrl);
  world.url = liar.url;
  await world.signUp("bureau");
  const agent = await world.json("bureau", ["agent", "create", "--name", "Robot"]);
  const [allowed, mine, saved] = ["permis", "à moi", "reçu"].map((name) => join(world.folder, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [allowed, mine, saved]) await Deno.mkdir(folder);
  await using host = await world.host("v1", agent, "mcp", { PACERELLE_FILES_DIR: allowed });
  await host.status((status) => status.connection?.state === "connected");
  const large = bytes(400_000, 3);
  await Deno.writeFile(join(mine, "données.bin"), large);
  await Deno.writeFile(join(mine, "autre.bin"), bytes(400_000, 9));
  await Deno.writeTextFile(join(mine, "note.md"), "# Note");
  const sent = await world.json("bureau", [
    "send",
    "Robot",
    "Deux fichiers",
    "--file",
    join(mine, "données.bin"),
    "--file",
    join(mine, "autre.bin"),
  ]);
  const message = await host.request(({ id }) => id === sent.id);
  const [data, other] = message.attachments as [Any, Any];
  const save = async (id: string) =>
    (await host.tool("get_history", { limit: 1, saveAttachments: [id] })).saved[0];

  await test.step("the terminal shows its files and saves them", async () => {
    const { entries } = await world.json("bureau", ["read", "Robot"]);
    assert.deepEqual(entries[0].attachments, message.attachments);
    const text = (await world.chat("bureau", ["read", "Robot"])).out;
    assert.match(text, new RegExp(`\\[fichier\\] données\\.bin \\(400000 octets\\) · chat save ${data.id}`));
    const { path } = await world.json("bureau", ["save", data.id, "--to", saved]);
    assert.deepEqual(await Deno.readFile(path), large);
  });

  const lies: [string, NonNullable<typeof liar.lies.chunk>, string][] = [
    ["a chunk of another file", (_file, index, _sealed, others) => others(other.id, index), "altered"],
    [
      "two chunks in each other's place",
      (file, index, _sealed, others) => others(file, 1 - Math.min(index, 1)),
      "altered",
    ],
    ["a chunk that is cut short", (_file, _index, sealed) => sealed.slice(0, -1), "altered"],
    [
      "one bit that is turned",
      (_file, index, sealed) => {
        if (index === 2) sealed[100] = sealed[100]! ^ 1;
        return sealed;
      },
      "altered",
    ],
    ["the last chunk withheld", (_file, index, sealed) => index === 3 ? undefined : sealed, "gone"],
  ];
  for (const [name, lie, reason] of lies) {
    await test.step(`${name}: told, and nothing is kept`, async () => {
      liar.lies = { chunk: lie };
      assert.equal((await save(data.id)).refused.details.reason, reason);
      const terminal = await world.chat("bureau", ["save", data.id, "--to", allowed, "--json"]);
      assert.equal(JSON.parse(terminal.out).error.details.reason, reason);
      assert.deepEqual(names(allowed), []);
      liar.lies = {};
    });
  }

  await test.step("told the truth again, the same request is saved", async () => {
    assert.deepEqual(await Deno.readFile((await save(data.id)).path), large);
  });

  await test.step("a file that the agent sends is shown and saved on the terminal", async () => {
    await Deno.writeTextFile(join(allowed, "résumé.txt"), "Bonjour");
    const answer = await host.tool("send_message", {
      sourceMessageId: message.id,
      text: "Voilà",
      attachments: ["résumé.txt"],
    });
    assert.equal(answer.refused, undefined, JSON.stringify(answer));
    const { entries } = await world.json("bureau", ["read", "Robot"]);
    const [file] = entries.find((entry: Any) => entry.id === answer.messageId).attachments;
    assert.deepEqual([file.name, file.mimeType, file.size], ["résumé.txt", "text/plain", 7]);
    const { path } = await world.json("bureau", ["save", file.id, "--to", saved]);
    assert.equal(await Deno.readTextFile(path), "Bonjour");
  });

  await test.step("a file widget is answered by a file, of the kind that it asks for", async () => {
    const widget = {
      format: "widget.standard",
      version: 1,
      kind: "file",
      id: "piece",
      title: "Une note ?",
      accept: [".md"],
    };
    await host.tool("send_widget", { sourceMessageId: message.id, widget });
    assert.match((await world.chat("bureau", ["read", "Robot"])).out, /chat answer piece --file CHEMIN/);
    const wrong = await world.chat("bureau", [
      "answer",
      "piece",
      "--file",
      join(mine, "autre.bin"),
      "--json",
    ]);
    assert.equal(JSON.parse(wrong.out).error.code, "ANSWER_INVALID");
    const { id } = await world.json("bureau", ["answer", "piece", "--file", join(mine, "note.md")]);
    const answer = await host.request((one) => one.id === id);
    const [file] = answer.attachments;
    assert.deepEqual(answer.widgetResponse, { ref: "piece", value: file, cancelled: false });
    assert.deepEqual([file.name, file.mimeType], ["note.md", "text/markdown"]);
    assert.equal(await Deno.readTextFile((await save(file.id)).path), "# Note");
  });

  await test.step("what may not be sent is refused, in words", async () => {
    await Deno.writeTextFile(join(mine, "bonjour.exe"), "MZ");
    const { code, err } = await world.chat("bureau", [
      "send",
      "Robot",
      "x",
      "--file",
      join(mine, "bonjour.exe"),
    ]);
    assert.equal(code, 1);
    assert.match(err, /exécuté à l’ouverture/);
  });
});
