/**
 * What each tool that sends, marks or remembers does, over an inbox in memory.
 * @covers pacerelle.send_message
 * @covers pacerelle.send_widget
 * @covers pacerelle.widgets.kinds
 * @covers pacerelle.mark_processed
 * @covers pacerelle.get_history
 * @covers pacerelle.checkpoints
 * @covers pacerelle.refusals
 * @covers pacerelle.source.checkpoint-content
 * @covers pacerelle.sends.states, pacerelle.source.submitted
 * @covers mcp-wire.habit-10, mcp-wire.habit-17
 */
import assert from "node:assert/strict";
import {
  getCheckpoints,
  getHistory,
  markProcessed,
  saveCheckpoint,
  sendMessage,
  sendWidget,
} from "../../../service/pacerelle/mod.ts";
import { isoTime } from "../../../service/pacerelle/views.ts";
import { FakeInbox, idOf, LAPTOP, PHONE, quietCall, refused } from "./fake_inbox.ts";

const { signal } = quietCall();

Deno.test("sendMessage() says truly how far it came", async () => {
  for (
    const [outcome, status] of [["pending", "queued"], ["sealed", "uncertain"], ["submitted", "submitted"], [
      "read",
      "submitted",
    ]] as const
  ) {
    const fake = new FakeInbox();
    const sourceMessageId = fake.ask("Bonjour");
    fake.outcome = outcome;
    const sent = await sendMessage(fake.inbox, { sourceMessageId, text: "Salut" }, signal);
    assert.deepEqual(sent, { messageId: sent.messageId, status, at: isoTime(fake.env.now()) });
    const [draft] = fake.drafts;
    assert.deepEqual(draft?.audience, { to: "devices" });
    assert.deepEqual(draft?.content, { kind: "message", re: sourceMessageId, body: { text: "Salut" } });
  }
  const fake = new FakeInbox();
  fake.outcome = "refused";
  await assert.rejects(
    sendMessage(fake.inbox, { sourceMessageId: fake.ask("Bonjour"), text: "Salut" }, signal),
    refused("RELAY_REFUSED"),
  );
});

Deno.test("sendMessage() refuses what cannot be sent, and writes nothing", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const send = (text: string, source = sourceMessageId) =>
    sendMessage(fake.inbox, { sourceMessageId: source, text }, signal);
  await assert.rejects(send(" \n\t"), refused("EMPTY_MESSAGE"));
  await assert.rejects(send("é".repeat(20_001)), refused("MESSAGE_TOO_LONG", { maxCharacters: 20_000 }));
  await assert.rejects(send("a\ud800"), refused("INVALID_REQUEST"));
  await assert.rejects(send("a", idOf(0xdead)), refused("MESSAGE_NOT_FOUND"));
  for (
    const [fault, code] of [
      ["TOO_LARGE", "MESSAGE_TOO_LONG"],
      ["OUTBOX_FULL", "RELAY_REFUSED"],
      [
        "NO_RECIPIENT",
        "RELAY_REFUSED",
      ],
      ["INVALID", "INVALID_REQUEST"],
      ["STOPPED", "STATE_UNREADABLE"],
    ] as const
  ) {
    fake.refuses = fault;
    await assert.rejects(send("a"), refused(code));
  }
  fake.refuses = undefined;
  assert.deepEqual(fake.drafts, []);
  assert.equal((await send("😀".repeat(20_000))).status, "submitted");
  await markProcessed(fake.inbox, { messageId: sourceMessageId });
  await assert.rejects(send("trop tard"), refused("ALREADY_PROCESSED"));
});

Deno.test("the same text again is the same message, unless something came in between or it was refused", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const send = async (text: string) =>
    (await sendMessage(fake.inbox, { sourceMessageId, text }, signal)).messageId;
  const first = await send("Salut");
  assert.equal(await send("Salut"), first);
  const second = await send("Et encore");
  assert.notEqual(await send("Salut"), first);
  assert.equal(fake.drafts.length, 3);
  assert.notEqual(second, first);
  const other = fake.ask("Autre");
  await sendMessage(fake.inbox, { sourceMessageId: other, text: "Salut" }, signal);
  assert.equal(fake.drafts.length, 4);
  fake.outcome = "refused";
  await assert.rejects(send("refusé"), refused("RELAY_REFUSED"));
  fake.outcome = "submitted";
  await send("refusé");
  assert.equal(fake.drafts.length, 6);
});

const widget = { format: "widget.standard", version: 1, title: "Titre" };

Deno.test("sendWidget() sends each kind, gives it an id, and sends an equal one once", async () => {
  const kinds = [
    { kind: "confirm", danger: true, labels: { yes: "Oui", no: "Non" } },
    { kind: "choice", options: [{ id: "a", label: "A" }, { id: "b", label: "B" }], max: 2 },
    { kind: "form", fields: [{ id: "nom", label: "Nom", type: "text" }] },
    { kind: "progress", value: null },
    { kind: "datetime", mode: "date", min: "2026-01-01" },
    { kind: "file", accept: [".pdf"] },
  ];
  for (const kind of kinds) {
    const fake = new FakeInbox();
    const sourceMessageId = fake.ask("Bonjour");
    const send = () => sendWidget(fake.inbox, { sourceMessageId, widget: { ...widget, ...kind } }, signal);
    const sent = await send();
    assert.match(sent.widgetId, /^w-[0-9a-f]{16}$/);
    const body = { ...widget, ...kind, id: sent.widgetId };
    assert.deepEqual(fake.drafts[0]?.content, { kind: "widget", re: sourceMessageId, body });
    assert.deepEqual(await send(), sent);
    assert.equal(fake.drafts.length, 1);
  }
});

Deno.test("sendWidget() updates a progress widget by its id; another kind cannot take the id", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const send = (more: object) =>
    sendWidget(fake.inbox, { sourceMessageId, widget: { ...widget, id: "p", ...more } }, signal);
  const first = await send({ kind: "progress", value: 10, label: "début" });
  const second = await send({ kind: "progress", value: 20, done: false });
  assert.deepEqual([first.widgetId, second.widgetId], ["p", "p"]);
  assert.deepEqual(fake.drafts[1]?.content, {
    kind: "progress",
    re: first.messageId,
    body: { ref: "p", value: 20, done: false },
  });
  await send({ kind: "progress", value: 20, done: false });
  assert.equal(fake.drafts.length, 2, "the same update again is none");
  const [, shown] = getHistory(fake.inbox, {}).entries;
  assert.deepEqual(shown?.["widget"], { ...widget, kind: "progress", id: "p", value: 20, done: false });
  await assert.rejects(send({ kind: "confirm" }), refused("WIDGET_INVALID"));
});

Deno.test("sendWidget() refuses a bad widget with the path of the field, in French", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const option = (id: string) => ({ id, label: id });
  for (
    const [given, path, message] of [
      [undefined, "widget", /obligatoire/],
      ["confirm", "widget", /objet/],
      [{ ...widget, kind: "carte" }, "kind", /./],
      [{ ...widget, kind: "confirm", title: "" }, "title", /vide/],
      [{ ...widget, kind: "confirm", title: "x".repeat(201) }, "title", /200 caractères/],
      [{ ...widget, version: 2, kind: "confirm" }, "version", /1/],
      [{ ...widget, kind: "choice", options: [option("a"), option("a")] }, "options[1].id", /deux fois/],
      [{ ...widget, kind: "choice", options: [option("a"), option("b")], max: 3 }, "max", /nombre d’options/],
      [
        { ...widget, kind: "form", fields: [{ id: "x", label: "X", type: "select" }] },
        "fields[0].options",
        /a besoin d’options/,
      ],
      [{ ...widget, kind: "progress", value: 101 }, "value", /100/],
      [{ ...widget, kind: "datetime", mode: "time", min: "25:00" }, "min", /HH:MM/],
      [{ ...widget, kind: "file", accept: ["*"] }, "accept[0]", /extension/],
    ] as const
  ) {
    await assert.rejects(
      sendWidget(fake.inbox, { sourceMessageId, widget: given }, signal),
      (error: { code?: string; message: string; details?: { path: string; message: string } }) => {
        assert.equal(error.code, "WIDGET_INVALID");
        assert.equal(error.details?.path, path, JSON.stringify(error.details));
        assert.match(error.details?.message ?? "", message);
        assert.match(error.message, /^Ce widget ne convient pas\./);
        return true;
      },
    );
  }
  assert.deepEqual(fake.drafts, []);
});

Deno.test("the same twice at once, or before the first is through, is sent once", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const { send } = fake.inbox.channel;
  // As on a disk: what is sent is in the state a moment later.
  Object.assign(fake.inbox.channel, {
    send: async (...draft: Parameters<typeof send>) => {
      await new Promise((resolve) => setTimeout(resolve));
      return await send(...draft);
    },
  });
  const message = () => sendMessage(fake.inbox, { sourceMessageId, text: "Salut" }, signal);
  const [first, second] = await Promise.all([message(), message()]);
  assert.equal(first.messageId, second.messageId);
  const progress = (value: number) =>
    sendWidget(
      fake.inbox,
      { sourceMessageId, widget: { ...widget, kind: "progress", id: "p", value } },
      signal,
    );
  const [shown] = await Promise.all([progress(10), progress(20)]);
  assert.deepEqual(fake.drafts.map(({ content }) => content.kind), ["message", "widget", "progress"]);
  assert.deepEqual(fake.drafts[2]?.content, {
    kind: "progress",
    re: shown.messageId,
    body: { ref: "p", value: 20 },
  });
  // One that is refused keeps nothing from the next.
  fake.refuses = "OUTBOX_FULL";
  const text = (text: string) => sendMessage(fake.inbox, { sourceMessageId, text }, signal);
  const failing = text("perdu");
  const next = text("tenu");
  await assert.rejects(failing, refused("RELAY_REFUSED"));
  fake.refuses = undefined;
  assert.equal((await next).status, "submitted");
});

Deno.test("what was cancelled before its turn came is not sent", async () => {
  const fake = new FakeInbox();
  const sourceMessageId = fake.ask("Bonjour");
  const { send } = fake.inbox.channel;
  const gate = Promise.withResolvers<void>();
  Object.assign(fake.inbox.channel, {
    send: async (...draft: Parameters<typeof send>) => {
      await gate.promise;
      return await send(...draft);
    },
  });
  const cancelled = new AbortController();
  const first = sendMessage(fake.inbox, { sourceMessageId, text: "Salut" }, signal);
  const late = [
    sendMessage(fake.inbox, { sourceMessageId, text: "Trop tard" }, cancelled.signal),
    sendWidget(fake.inbox, { sourceMessageId, widget: { ...widget, kind: "confirm" } }, cancelled.signal),
  ].map((sent) => assert.rejects(sent, refused("INVALID_REQUEST")));
  cancelled.abort();
  gate.resolve();
  await Promise.all([first, ...late]);
  assert.deepEqual(fake.drafts.map(({ content }) => content.kind), ["message"]);
});

Deno.test("markProcessed() marks one or several, all or none, twice as once, and tells the devices", async () => {
  const fake = new FakeInbox();
  const other = `conversation_${"e".repeat(32)}`;
  const [a, b, c] = [fake.ask("a"), fake.ask("b"), fake.ask("c", { conversation: other })];
  const written: string[][] = [];
  const apply = fake.apply.bind(fake);
  fake.apply = (...records) => {
    for (const record of records) if (record.t === "processed") written.push([...record.ids]);
    apply(...records);
  };
  await assert.rejects(
    markProcessed(fake.inbox, { messageIds: [a, idOf(0xdead)] }),
    refused("MESSAGE_NOT_FOUND", { messageIds: [idOf(0xdead)] }),
  );
  await assert.rejects(markProcessed(fake.inbox, {}), refused("INVALID_REQUEST"));
  assert.equal(fake.state.pending.size, 3);

  assert.deepEqual(await markProcessed(fake.inbox, { messageId: a }), { processed: [a], remaining: 2 });
  assert.deepEqual(await markProcessed(fake.inbox, { messageIds: [a, b, b, c] }), {
    processed: [a, b, c],
    remaining: 0,
  });
  assert.deepEqual(await markProcessed(fake.inbox, { messageId: c }), { processed: [c], remaining: 0 });
  assert.deepEqual(written, [[a], [b, c]]);
  const body = (...ids: string[]) => ({ kind: "receipt", body: { ids, state: "processed" } });
  assert.deepEqual(fake.drafts.map(({ content }) => content), [body(a), body(b), body(c)]);
  assert.deepEqual(fake.drafts.map(({ audience }) => audience.to), ["devices", "devices", "devices"]);
});

Deno.test("markProcessed() marks although no receipt can be sent", async () => {
  const fake = new FakeInbox();
  const id = fake.ask("a");
  fake.refuses = "OUTBOX_FULL";
  assert.deepEqual(await markProcessed(fake.inbox, { messageId: id }), { processed: [id], remaining: 0 });
  fake.refuses = "STOPPED";
  const other = fake.ask("b");
  await assert.rejects(markProcessed(fake.inbox, { messageId: other }), refused("STATE_UNREADABLE"));
  assert.ok(fake.state.pending.has(other));
});

Deno.test("a checkpoint replaces the one before, holds what was saved, and goes with its request", async () => {
  const fake = new FakeInbox();
  const [a, b] = [fake.ask("le texte de la demande"), fake.ask("b")];
  const save = (sourceMessageId: string, summary: string) =>
    saveCheckpoint(fake.inbox, { sourceMessageId, summary, nextAction: "ensuite" });
  const first = await save(a, "un");
  assert.deepEqual(first, {
    sourceMessageId: a,
    summary: "un",
    nextAction: "ensuite",
    at: isoTime(fake.env.now()),
  });
  await save(b, "deux");
  await save(a, "trois");
  const { checkpoints } = getCheckpoints(fake.inbox);
  assert.deepEqual(checkpoints.map(({ summary }) => summary), ["deux", "trois"]);
  assert.ok(!JSON.stringify(checkpoints).includes("demande"));
  await markProcessed(fake.inbox, { messageId: b });
  assert.deepEqual(getCheckpoints(fake.inbox).checkpoints.map(({ summary }) => summary), ["trois"]);
  await assert.rejects(save(b, "x"), refused("ALREADY_PROCESSED"));
  await assert.rejects(save(idOf(0xdead), "x"), refused("MESSAGE_NOT_FOUND"));
});

Deno.test("getHistory() pages requests and replies with their states, newest last", async () => {
  const fake = new FakeInbox();
  const other = `conversation_${"e".repeat(32)}`;
  const a = fake.ask("a");
  const b = fake.ask("b", { conversation: other, from: LAPTOP });
  const { messageId } = await sendMessage(fake.inbox, { sourceMessageId: a, text: "A" }, signal);
  await markProcessed(fake.inbox, { messageId: a });
  const { entries, hasMore } = getHistory(fake.inbox, {});
  assert.equal(hasMore, false);
  assert.deepEqual(entries.map(({ id, kind, state }) => [id, kind, state]), [
    [a, "request", "processed"],
    [b, "request", "pending"],
    [messageId, "reply", "submitted"],
  ]);
  assert.equal(entries[2]?.["sourceMessageId"], a);
  fake.receive({ kind: "receipt", body: { ids: [messageId], state: "read" } }, { from: PHONE });
  assert.equal(getHistory(fake.inbox, {}).entries[2]?.["state"], "read");

  const last = getHistory(fake.inbox, { limit: 1 });
  assert.deepEqual([last.entries.map(({ id }) => id), last.hasMore], [[messageId], true]);
  const before = getHistory(fake.inbox, { limit: 1, before: messageId });
  assert.deepEqual([before.entries.map(({ id }) => id), before.hasMore], [[b], true]);
  assert.deepEqual(getHistory(fake.inbox, { conversationId: other }).entries.map(({ id }) => id), [b]);
  assert.throws(() => getHistory(fake.inbox, { before: idOf(0xdead) }), refused("MESSAGE_NOT_FOUND"));
});
