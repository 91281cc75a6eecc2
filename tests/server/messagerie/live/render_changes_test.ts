/**
 * The order in which what changed is told.
 * @covers messagerie-web.inbox.page-orders
 */
import assert from "node:assert/strict";
import { renderChanges } from "../../../../server/messagerie/live/render_changes.ts";
import { addNote } from "../../../../service/messagerie/mod.ts";
import { readChanges } from "../../../../store/messagerie/changes.ts";
import { openDesk } from "../../../service/messagerie/desk.ts";

Deno.test("new rows are told in their order, also where something more is told of an earlier one", async () => {
  await using desk = await openDesk();
  await desk.site();
  await desk.contact({ name: "Léa" });
  const id = await desk.conversation({ inbox: await desk.inbox({ name: "Ventes" }) });
  for (const text of ["un", "deux"]) await addNote(desk, desk.token(), { conversationId: id, text });
  const changes = await readChanges(desk.store.read, { after: 0, limit: 100 });
  const first = changes.find(({ message_id }) => message_id !== null);
  assert.ok(first);
  const told = (await renderChanges(desk.store.read, [...changes, first])).forReach({ all: true });
  assert.deepEqual(told.match(/"text":"(?:un|deux)"/g), ['"text":"un"', '"text":"deux"']);
});
