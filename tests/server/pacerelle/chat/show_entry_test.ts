/**
 * Entries as people and programs see them.
 * @covers pacerelle.chat.talk, pacerelle.tools.hostile-text
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../../../base/env.ts";
import { entryJson, entryText } from "../../../../server/pacerelle/chat/show_entry.ts";
import { type Entry, personState } from "../../../../service/pacerelle/chat/entry.ts";
import { newId, newShortId } from "../../../../wire/ids.ts";
import { checkWidget } from "../../../../wire/widget.ts";

const agent = newId("agent", env);
const head = { id: newShortId(env), conversation: newId("conversation", env), agent, at: 1_800_000_000_000 };

const show = (entry: Entry, answer: Entry | null = null) => ({ entry, state: personState(entry), answer });
const message = (text: string, more: Partial<Entry> = {}): Entry =>
  ({ ...head, from: agent, state: "arrived", kind: "message", body: { text }, ...more }) as Entry;

function widget(fields: Record<string, unknown>): Entry {
  const checked = checkWidget({ format: "widget.standard", version: 1, id: "w1", title: "Titre", ...fields });
  if (!checked.ok) throw new Error(checked.issue.message);
  return {
    ...head,
    from: agent,
    state: "arrived",
    kind: "widget",
    body: { ...checked.value, id: "w1" },
  } as Entry;
}

Deno.test("a message is set in behind one line of this program's own", () => {
  const text = entryText(show(message("un\ndeux\u001b[31m\u202e")), "Robot\u001b[0m\nfaux");
  const [first, ...rest] = text.split("\n");
  assert.match(first!, /· Robot�\[0m faux · [0-9a-f]{32}$/);
  assert.deepEqual(rest, ["    un", "    deux�[31m�"]);
});

Deno.test("an own message says where it stands; a refused one says why", () => {
  const own = (state: Entry["state"], code?: string) =>
    entryText(
      show(message("a", { from: newId("device", env), state, ...(code ? { code } : {}) } as Partial<Entry>)),
      "R",
    );
  assert.match(own("queued"), /Vous .*en attente sur cet appareil/);
  assert.match(own("uncertain"), /parti sans réponse du relais/);
  assert.match(own("submitted"), /en attente au relais/);
  assert.match(own("delivered"), /reçu par l’agent/);
  assert.match(own("processed"), /traité/);
  assert.match(own("copied"), /écrit sur un autre appareil/);
  assert.match(own("refused", "closed"), /refusé : une autre réponse est arrivée avant/);
});

Deno.test("each kind of widget says what can be answered, and how", () => {
  const text = (fields: Record<string, unknown>) => entryText(show(widget(fields)), "Robot");
  const how = /Pour répondre : chat answer w1 VALEUR/;
  assert.match(
    text({ kind: "confirm", labels: { yes: "Vas-y", no: "Non" } }),
    /true : Vas-y[^]*false : Non[^]*chat answer/,
  );
  assert.match(
    text({
      kind: "choice",
      options: [{ id: "a", label: "A", description: "le premier" }, { id: "b", label: "B" }],
    }),
    /"a" : A — le premier\n\s+"b" : B[^]*chat answer/,
  );
  const fields = [
    { id: "nom", label: "Nom", type: "text", required: true },
    { id: "jour", label: "Jour", type: "select", options: [{ id: "lu", label: "Lundi" }] },
  ];
  assert.match(
    text({ kind: "form", fields }),
    /"nom" : Nom, text, obligatoire\n\s+"jour" : Jour, select \(lu\)/,
  );
  assert.match(text({ kind: "datetime", mode: "date", min: "2030-01-01" }), /"AAAA-MM-JJ", dès 2030-01-01/);
  const progress = text({ kind: "progress", value: 40, label: "Copie" });
  assert.match(progress, /40 % — Copie/);
  assert.doesNotMatch(progress, how);
  assert.doesNotMatch(text({ kind: "file" }), how);
});

Deno.test("an answered widget shows its answer and asks for no other", () => {
  const answer = {
    ...head,
    id: newShortId(env),
    from: newId("device", env),
    state: "processed",
    kind: "answer",
    body: { ref: "w1", value: true, cancelled: false },
  } as Entry;
  const shown = show(widget({ kind: "confirm" }), answer);
  assert.match(entryText(shown, "R"), /Réponse : oui/);
  assert.doesNotMatch(entryText(shown, "R"), /Pour répondre/);
  assert.deepEqual(entryJson(shown)["answered"], { ref: "w1", value: true, cancelled: false });
});

Deno.test("a time that no calendar has breaks nothing", () => {
  const far = message("a", { at: Number.MAX_SAFE_INTEGER } as Partial<Entry>);
  assert.match(entryText(show(far), "R"), /9007199254740991/);
  assert.equal(entryJson(show(far))["at"], null);
});
