/**
 * What is typed and what is on its way: kept, bounded, sent once.
 * @covers messagerie-web.inbox.page-drafts
 * @covers messagerie-web.inbox.page-sends-once
 * @module
 */
import assert from "node:assert/strict";
import { ApiFault } from "../../../../web/inbox/api/fault.ts";
import { Drafts, type Shelf } from "../../../../web/inbox/desk/state/drafts.ts";
import { Outbox, type Outgoing } from "../../../../web/inbox/desk/state/outbox.ts";

/** A browser's storage; a full one refuses. */
function shelf(): Shelf & { full: boolean } {
  const kept = new Map<string, string>();
  return {
    full: false,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (this.full) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

Deno.test("a draft is kept by account, conversation and kind, and read by a new page", () => {
  const store = shelf();
  const drafts = new Drafts("anna", { shelf: store });
  drafts.write("c1", "reply", "Bonjour  Léa\n");
  drafts.write("c1", "note", "à vérifier");
  const later = new Drafts("anna", { shelf: store });
  assert.equal(later.read("c1", "reply"), "Bonjour  Léa\n");
  assert.equal(later.read("c1", "note"), "à vérifier");
  assert.equal(later.read("c2", "reply"), "");
  assert.equal(new Drafts("ann", { shelf: store }).read("c1", "reply"), "");
  assert.deepEqual([...later.conversations()], ["c1"]);
  later.write("c1", "reply", "");
  later.write("c1", "note", "");
  assert.equal(store.length, 0);
});

Deno.test("of many drafts the oldest go", () => {
  const store = shelf();
  let now = 1;
  const drafts = new Drafts("anna", { shelf: store, now: () => now++ });
  for (let n = 0; n < 260; n++) drafts.write(`c${n}`, "reply", `texte ${n}`);
  assert.equal(store.length, 200);
  assert.equal(drafts.read("c59", "reply"), "");
  assert.equal(drafts.read("c60", "reply"), "texte 60");
});

Deno.test("on a full shelf a draft lives as long as the page", () => {
  const store = shelf();
  const drafts = new Drafts("anna", { shelf: store });
  store.full = true;
  drafts.write("c1", "reply", "tout un roman");
  assert.equal(drafts.read("c1", "reply"), "tout un roman");
  assert.equal(drafts.conversations().has("c1"), true);
});

/** A server that keeps what it is sent by key, and answers as it is told. */
function server() {
  const kept = new Map<string, string>();
  const answers: ("lost before" | "lost after" | "refused" | "ok")[] = [];
  return {
    kept,
    answers,
    send: async ({ key, text }: Outgoing) => {
      await Promise.resolve();
      const answer = answers.shift() ?? "ok";
      if (answer === "refused") {
        throw new ApiFault("refused", { code: "CONVERSATION_NOT_FOUND", status: 404 });
      }
      if (answer === "lost before") throw new ApiFault("unreachable", { code: "UNREACHABLE" });
      kept.set(key, text);
      if (answer === "lost after") throw new ApiFault("unreachable", { code: "UNREACHABLE" });
    },
  };
}
const reply = { conversationId: "c", kind: "reply", resolve: false } as const;

Deno.test("a text whose answer was lost is sent again under its key", async () => {
  const { kept, answers, send } = server();
  const outbox = new Outbox("anna", { shelf: shelf(), send });
  answers.push("lost after", "lost before");
  await outbox.add({ ...reply, text: "une fois" });
  assert.equal(outbox.items.value[0]?.state, "waiting");
  await outbox.retryWaiting();
  await outbox.retryWaiting();
  assert.deepEqual([...kept.values()], ["une fois"]);
  assert.equal(outbox.items.value.length, 0);
});

Deno.test("texts of one conversation arrive in the order in which they were written", async () => {
  const { kept, answers, send } = server();
  const outbox = new Outbox("anna", { shelf: shelf(), send });
  answers.push("lost before");
  await Promise.all(["un", "deux", "trois"].map((text) => outbox.add({ ...reply, text })));
  assert.deepEqual([...kept.values()], []);
  await outbox.retryWaiting();
  assert.deepEqual([...kept.values()], ["un", "deux", "trois"]);
});

Deno.test("what was refused says why and holds nobody up; its text can be taken back", async () => {
  const { kept, answers, send } = server();
  const outbox = new Outbox("anna", { shelf: shelf(), send });
  answers.push("refused");
  await outbox.add({ ...reply, text: "refusé" });
  await outbox.add({ ...reply, text: "passe" });
  assert.deepEqual(outbox.items.value.map(({ state, fault }) => [state, fault?.code]), [
    ["failed", "CONVERSATION_NOT_FOUND"],
  ]);
  await outbox.retryWaiting();
  assert.deepEqual([...kept.values()], ["passe"]);
  assert.equal(outbox.take(outbox.items.value[0]?.key ?? "")?.text, "refusé");
  assert.equal(outbox.items.value.length, 0);
});

Deno.test("a reload finds what was on its way, and a row that the stream tells settles it", async () => {
  const store = shelf();
  const { kept, answers, send } = server();
  answers.push("lost before");
  await new Outbox("anna", { shelf: store, send }).add({ ...reply, text: "après rechargement" });
  const reloaded = new Outbox("anna", { shelf: store, send });
  assert.equal(reloaded.items.value[0]?.text, "après rechargement");
  await reloaded.retryWaiting();
  assert.deepEqual([...kept.values()], ["après rechargement"]);
  assert.equal(store.length, 0);

  answers.push("lost after");
  await reloaded.add({ ...reply, text: "dit par le flux" });
  reloaded.settle(reloaded.items.value[0]?.key ?? "");
  assert.equal(reloaded.items.value.length, 0);
  assert.equal(store.length, 0);
});

Deno.test("what stands in storage and is no text is left alone", () => {
  const store = shelf();
  store.setItem("messagerie.outbox.anna.x", '{"key":1}');
  assert.equal(new Outbox("anna", { shelf: store, send: () => Promise.resolve() }).items.value.length, 0);
});
