/**
 * The rows of a thread, the app's addresses, the names it proposes.
 * @covers pacerelle-web.app.pages, pacerelle-web.app.heard
 */
import assert from "node:assert/strict";
import type { EntryView } from "../../../../web/pacerelle/app/entry_types.ts";
import { proposeDeviceName } from "../../../../web/pacerelle/account/device_name.ts";
import { newsOf } from "../../../../web/pacerelle/conversations/news.ts";
import { plainLine } from "../../../../web/pacerelle/conversations/plain_line.ts";
import { keyOf, rowsOf } from "../../../../web/pacerelle/conversations/rows.ts";
import { addressOf, placeOf } from "../../../../web/pacerelle/frame/place.ts";

const DAY = new Date(2027, 0, 4, 12).getTime();

function message(id: string, at: number, isMine = false): EntryView {
  return {
    kind: "message",
    id,
    at,
    isMine,
    agent: "agent_1",
    standing: null,
    isSeen: true,
    re: null,
    text: id,
    attachments: [],
  };
}

Deno.test("rowsOf() says each new day, and keeps together what one side says in one go", () => {
  const rows = rowsOf([
    message("a", DAY),
    message("b", DAY + 60_000),
    message("c", DAY + 90_000, true),
    message("d", DAY + 20 * 60_000, true),
    message("e", DAY + 86_400_000, true),
  ]);
  assert.deepEqual(
    rows.map((row) => row.kind === "day" ? "day" : `${row.entry.id}${row.isNext ? "+" : ""}`),
    ["day", "a", "b+", "c", "d", "day", "e"],
  );
  assert.equal(new Set(rows.map(keyOf)).size, rows.length);
});

Deno.test("rowsOf() leaves an answer in its question's card where it follows it, and shows it elsewhere", () => {
  const question: EntryView = {
    ...message("q", DAY),
    kind: "widget",
    widget: { format: "widget.standard", version: 1, kind: "confirm", id: "w", title: "?" },
    answer: {
      id: "r",
      at: DAY + 1,
      value: true,
      isCancelled: false,
      isHere: true,
      standing: { state: "here", words: { fr: "", en: "" }, refusal: null },
    },
    isOpen: false,
  } as EntryView;
  const answer = (id: string): EntryView =>
    ({
      ...message(id, DAY + 1, true),
      kind: "answer",
      re: "q",
      value: true,
      isCancelled: false,
    }) as EntryView;
  const shown = (entries: readonly EntryView[]) =>
    rowsOf(entries).flatMap((row) => row.kind === "entry" ? [row.entry.id] : []);
  assert.deepEqual(shown([question, answer("r")]), ["q"]);
  // One that came too late does not stand in the card.
  assert.deepEqual(shown([question, answer("late")]), ["q", "late"]);
  assert.deepEqual(shown([question, message("m", DAY + 1), answer("r")]), ["q", "m", "r"]);
});

Deno.test("newsOf() is what the agent wrote after what was known, and never what was there before", () => {
  const [a, b, c] = [message("a", DAY), message("b", DAY + 1, true), message("c", DAY + 2)];
  const ids = (entries: readonly EntryView[]) => entries.map(({ id }) => id);
  assert.deepEqual(ids(newsOf([a, b, c], a)), ["c"], "what the person wrote is no news");
  assert.deepEqual(
    ids(newsOf([message("z", 0), a, b, c], c)),
    [],
    "older ones that were loaded are none either",
  );
  assert.deepEqual(ids(newsOf([a], null)), ["a"], "the first of an empty conversation is");
  assert.deepEqual(ids(newsOf([c], a)), [], "what cannot be known is not claimed");
});

Deno.test("plainLine() leaves out what only makes words look like something", () => {
  assert.equal(
    plainLine("Bonjour **Ada**, voici `code` et [un lien](https://a.fr/b)"),
    "Bonjour Ada, voici code et un lien",
  );
  assert.equal(plainLine("# Titre\n\n> cité"), "Titre cité");
  for (const kept of ["2 * 3 * 4", "a_b_c", "C#", "x > y", "** seul", "[crochets] seuls"]) {
    assert.equal(plainLine(kept), kept === "x > y" ? "x y" : kept);
  }
});

Deno.test("addressOf() and placeOf() are each other's way back; an address that means nothing is nowhere", () => {
  for (
    const place of [
      { name: "conversations", agent: null },
      { name: "conversations", agent: "agent_1" },
      { name: "conversations", agent: "agent_1", entry: "m1" },
      { name: "agents" },
      { name: "devices" },
      { name: "settings" },
    ] as const
  ) assert.deepEqual(placeOf(addressOf(place)), place);
  assert.deepEqual(placeOf("/nulle-part/ailleurs?x=1"), { name: "nowhere" });
  assert.deepEqual(placeOf("/?source=icon"), { name: "conversations", agent: null });
});

Deno.test("proposeDeviceName() names browser and system as their owner would", () => {
  const android =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36";
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1";
  assert.equal(proposeDeviceName(android), "Chrome, Android");
  assert.equal(proposeDeviceName(iphone), "Safari, iPhone");
  assert.equal(proposeDeviceName("Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"), "Firefox, Windows");
  assert.equal(proposeDeviceName("curl/8"), "");
});
