/**
 * Files on their way to a visitor: chosen within bounds, sent once and in their order, and no text waits behind them.
 * @covers messagerie-web.inbox.page-files
 * @module
 */
import assert from "node:assert/strict";
import { MAX_FILE_BYTES, MAX_FILES } from "../../../../service/messagerie/limits.ts";
import { ApiFault } from "../../../../web/inbox/api/fault.ts";
import { Outbox, type Outgoing } from "../../../../web/inbox/desk/state/outbox.ts";
import { PickedFiles } from "../../../../web/inbox/desk/state/picked_files.ts";

const fileOf = (name: string) => new File(["x"], name);
const namesOf = (picked: PickedFiles, id: string) => picked.of(id).map(({ file }) => file.name);

Deno.test("files are chosen for one conversation, up to so many and so large, and handed over once", () => {
  const picked = new PickedFiles();
  const large = new File([new Uint8Array(MAX_FILE_BYTES + 1)], "film.mp4");
  const full = new File([new Uint8Array(MAX_FILE_BYTES)], "plein.pdf");
  assert.deepEqual(picked.add("c1", [large, full]), { tooMany: false, tooLarge: [large] });
  assert.deepEqual(namesOf(picked, "c1"), ["plein.pdf"]);
  assert.deepEqual(namesOf(picked, "c2"), []);
  // Two quick additions are counted together.
  const more = Array.from({ length: MAX_FILES }, (_, n) => fileOf(`${n}.txt`));
  assert.equal(picked.add("c1", more.slice(0, 5)).tooMany, false);
  assert.equal(picked.add("c1", more.slice(5)).tooMany, true);
  assert.equal(picked.of("c1").length, MAX_FILES);
  picked.remove("c1", picked.of("c1")[0]?.key ?? "");
  assert.deepEqual(namesOf(picked, "c1"), more.slice(0, MAX_FILES - 1).map(({ name }) => name));
  assert.deepEqual(picked.take("c1"), more.slice(0, MAX_FILES - 1));
  assert.deepEqual([picked.isEmpty, picked.take("c1")], [true, []]);
});

Deno.test("files go in their order; no text waits behind them, and none of them stays in storage", async () => {
  const stored: string[] = [];
  const shelf = {
    length: 0,
    key: () => null,
    getItem: () => null,
    setItem: (_: string, value: string) => void stored.push(value),
    removeItem: () => {},
  };
  const sent: string[] = [];
  let away = true;
  let free = () => {};
  const gate = new Promise<void>((resolve) => free = resolve);
  const outbox = new Outbox("anna", {
    shelf,
    async send({ text, file }: Outgoing) {
      if (file !== undefined && away) throw new ApiFault("unreachable", { code: "UNREACHABLE" });
      if (file !== undefined) await gate;
      sent.push(file?.name ?? text);
    },
  });
  const reply = { conversationId: "c1", kind: "reply", resolve: false } as const;
  const add = (name: string) => outbox.add({ ...reply, text: "", file: fileOf(name) });
  await Promise.all([add("un.pdf"), add("deux.pdf")]);
  await outbox.add({ ...reply, text: "Le texte passe" });
  assert.deepEqual(sent, ["Le texte passe"]);
  assert.deepEqual(outbox.items.value.map(({ state }) => state), ["waiting", "waiting"]);
  away = false;
  const all = outbox.retryWaiting();
  await outbox.add({ ...reply, text: "Celui-ci aussi" });
  assert.deepEqual(sent, ["Le texte passe", "Celui-ci aussi"]);
  free();
  await all;
  assert.deepEqual(sent.slice(2), ["un.pdf", "deux.pdf"]);
  assert.equal(outbox.items.value.length, 0);
  assert.equal(stored.length, 2, "the texts alone");
});
