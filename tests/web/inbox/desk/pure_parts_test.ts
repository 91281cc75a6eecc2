/**
 * What pages work out by themselves: dates to hold until, colours to read on, canned replies, finds.
 * @covers messagerie-web.inbox.page-actions
 * @covers messagerie-web.inbox.page-canned
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { localInputValue, snoozeChoices } from "../../../../web/inbox/desk/actions/snooze_dates.ts";
import { matchingReplies, slashAt, withReply } from "../../../../web/inbox/desk/composer/canned.ts";
import { safeColor } from "../../../../web/kit/tag.tsx";
import { cutAround, marksIn } from "../../../../web/inbox/desk/list/cut_around.ts";
import { iconAddress, titleOf } from "../../../../web/inbox/frame/page_title.ts";
import { groundOf, initialsOf } from "../../../../web/inbox/frame/avatar.tsx";

Deno.test("snoozeChoices() offers dates to come, in order, none twice", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(2020, 0, 1), max: new Date(2040, 0, 1), noInvalidDate: true }),
      (now) => {
        const times = snoozeChoices(now).map(({ at }) => at.getTime());
        assert.ok(times.every((time) => time > now.getTime()));
        assert.equal(new Set(times).size, times.length);
        assert.equal(snoozeChoices(now)[0]?.name, "hour");
      },
    ),
  );
  const friday = new Date(2026, 10, 27, 10, 30);
  assert.deepEqual(
    snoozeChoices(friday).map(({ name, at }) => `${name} ${localInputValue(at)}`),
    [
      "hour 2026-11-27T11:30",
      "evening 2026-11-27T18:00",
      "tomorrow 2026-11-28T09:00",
      "monday 2026-11-30T09:00",
      "week 2026-12-04T09:00",
    ],
  );
});

Deno.test("safeColor() takes no colour but one", () => {
  assert.equal(safeColor("#12aBc9"), "#12aBc9");
  assert.equal(safeColor("red; background: url(x)"), "#64748b");
});

const replies = [
  {
    id: "1",
    shortcut: "bonjour",
    title: "Salutation",
    body: "Bonjour {{contact.name}}, ici {{agent.name}}.",
    inboxId: null,
  },
  { id: "2", shortcut: "retard", title: "Colis en retard", body: "Désolés.", inboxId: "i" },
];

Deno.test("a slash at the beginning of a word asks for a canned reply, another does not", () => {
  assert.deepEqual(slashAt("/bon", 4), { at: 0, query: "bon" });
  assert.deepEqual(slashAt("ok\n/", 4), { at: 3, query: "" });
  assert.equal(slashAt("et/ou", 5), undefined);
  assert.equal(slashAt("https://x", 9), undefined);
  assert.equal(slashAt("/bon jour", 9), undefined);
});

Deno.test("replies of the inbox match by shortcut and title, accents aside, and are filled in", () => {
  const ids = (query: string, inbox: string | null) =>
    matchingReplies(replies, query, inbox, {}).map(({ id }) => id);
  assert.deepEqual(ids("", "i"), ["1", "2"]);
  assert.deepEqual(ids("", null), ["1"]);
  assert.deepEqual(ids("RÉT", "i"), ["2"]);
  assert.deepEqual(ids("colis", "i"), ["2"]);
  const [reply] = matchingReplies(replies, "bon", "i", { "contact.name": "Léa", "agent.name": "Ahmed" });
  assert.equal(reply?.body, "Bonjour Léa, ici Ahmed.");
  const filled = withReply("Alors /bon, voilà", { at: 6, query: "bon" }, reply!);
  assert.deepEqual(filled, { text: "Alors Bonjour Léa, ici Ahmed., voilà", caret: 29 });
});

Deno.test("finds are marked case and accents aside, and the cut shows the first", () => {
  const text = `${"x ".repeat(300)}la FACTURE réglée`;
  assert.match(cutAround(text, "réglee"), /^….*FACTURE réglée$/);
  assert.deepEqual(
    marksIn("La Facture réglée", "facture regl").filter(({ isMark }) => isMark).map((piece) => piece.text),
    ["Facture", "régl"],
  );
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string(), (any, query) => {
    assert.equal(marksIn(any, query).map((piece) => piece.text).join(""), any);
  }));
});

Deno.test("title and icon tell how much waits", () => {
  assert.equal(titleOf("Léa", 3, "Messagerie"), "(3) Léa · Messagerie");
  assert.equal(titleOf("", 0, "Messagerie"), "Messagerie");
  assert.equal(titleOf("", 1200, "Messagerie"), "(99+) Messagerie");
  assert.notEqual(iconAddress(0), iconAddress(1));
});

Deno.test("an avatar is made of any name", () => {
  assert.equal(initialsOf("Élodie Le Goff"), "ÉG");
  assert.equal(initialsOf("  "), "?");
  assert.equal(initialsOf("😀 مريم"), "م");
  fc.assert(fc.property(fc.string(), (seed) => assert.ok(groundOf(seed) >= 0 && groundOf(seed) < 8)));
});
