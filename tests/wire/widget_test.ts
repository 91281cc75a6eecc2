/**
 * Widgets and their answers.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { checkWidget, type Widget } from "../../wire/widget.ts";
import {
  checkAnswer,
  settleAnswer,
  type StandingWidget,
  type WidgetAnswer,
} from "../../wire/widget_answer.ts";

const head = { format: "widget.standard", version: 1, id: "w1", title: "Question" } as const;
const options = [{ id: "a", label: "A" }, { id: "b", label: "B" }, { id: "c", label: "C" }];

/** One good widget of each kind. */
const GOOD: Record<string, Record<string, unknown>> = {
  confirm: { ...head, kind: "confirm", labels: { yes: "Oui", no: "Non" }, danger: true },
  choice: { ...head, kind: "choice", options, min: 1, max: 2 },
  form: {
    ...head,
    kind: "form",
    fields: [
      { id: "name", label: "Nom", type: "text", required: true, maxLength: 5 },
      { id: "age", label: "Âge", type: "number" },
      { id: "mail", label: "Courriel", type: "email" },
      { id: "site", label: "Site", type: "url" },
      { id: "ok", label: "D'accord", type: "checkbox", required: true },
      { id: "size", label: "Taille", type: "select", options },
      { id: "day", label: "Jour", type: "date" },
      { id: "more", label: "Suite", type: "textarea" },
    ],
  },
  progress: { ...head, kind: "progress", value: 40, label: "En cours" },
  datetime: { ...head, kind: "datetime", mode: "date", min: "2026-01-01", max: "2026-12-31" },
  file: { ...head, kind: "file", accept: ["image/*", ".pdf"], maxBytes: 1_000 },
};

const widget = (kind: string, change: Record<string, unknown> = {}): Widget => {
  const checked = checkWidget({ ...GOOD[kind], ...change });
  assert.ok(checked.ok, checked.ok ? "" : `${checked.issue.path}: ${checked.issue.message}`);
  return checked.value;
};

Deno.test("checkWidget() takes the six kinds as they are [@covers pacerelle.widgets.kinds]", () => {
  for (const [kind, good] of Object.entries(GOOD)) assert.deepEqual(widget(kind), good);
});

Deno.test("checkWidget() names the path of what is wrong", () => {
  const field = (change: Record<string, unknown>) => ({
    fields: [{ id: "x", label: "X", type: "text" }, {
      id: "y",
      label: "Y",
      type: "select",
      options,
      ...change,
    }],
  });
  const cases: [string, Record<string, unknown>, string][] = [
    ["confirm", { title: "" }, "title"],
    ["confirm", { title: "x".repeat(201) }, "title"],
    ["confirm", { version: 2 }, "version"],
    ["confirm", { format: "widget" }, "format"],
    ["confirm", { kind: "order" }, "kind"],
    ["confirm", { id: "__proto__" }, "id"],
    ["confirm", { labels: { yes: "Oui" } }, "labels.no"],
    ["confirm", { body: "a\ud800" }, "body"],
    ["choice", { options: options.slice(0, 1) }, "options"],
    ["choice", { options: Array.from({ length: 21 }, (_, i) => ({ id: `o${i}`, label: "O" })) }, "options"],
    ["choice", { options: [options[0], { id: "a", label: "A2" }] }, "options[1].id"],
    ["choice", { options: [options[0], { id: "b", label: " " }] }, "options[1].label"],
    ["choice", { max: 4 }, "max"],
    ["choice", { min: 3, max: 2 }, "min"],
    ["form", { fields: [] }, "fields"],
    ["form", field({ options: undefined }), "fields[1].options"],
    ["form", field({ type: "text" }), "fields[1].options"],
    ["form", field({ type: "colour" }), "fields[1].type"],
    ["form", field({ id: "x" }), "fields[1].id"],
    ["progress", { value: 101 }, "value"],
    ["progress", { value: undefined }, "value"],
    ["datetime", { mode: "year" }, "mode"],
    ["datetime", { min: "2026-02-30" }, "min"],
    ["datetime", { min: "2026-12-31", max: "2026-01-01" }, "min"],
    ["datetime", { mode: "time", min: "24:00", max: undefined }, "min"],
    ["file", { accept: ["image/*", "picture"] }, "accept[1]"],
    ["file", { maxBytes: 0 }, "maxBytes"],
  ];
  for (const [kind, change, path] of cases) {
    const checked = checkWidget({ ...GOOD[kind], ...change });
    assert.ok(!checked.ok, `${kind} ${JSON.stringify(change).slice(0, 80)}`);
    assert.equal(checked.issue.path, path);
  }
  for (const input of [null, [], "widget", 7]) assert.equal(checkWidget(input).ok, false);
});

Deno.test("checkWidget() answers for any value at all, and keeps no unknown field", () => {
  fc.assert(fc.property(fc.anything(), (input) => {
    assert.equal(typeof checkWidget(input).ok, "boolean");
  }));
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(GOOD)), fc.string(), fc.anything(), (kind, name, extra) => {
      fc.pre(!(name in (GOOD[kind] ?? {})) && name !== "__proto__");
      const checked = checkWidget({ ...GOOD[kind], [name]: extra });
      if (
        checked.ok &&
        !["min", "max", "body", "danger", "done", "label", "labels", "submitLabel"].includes(name)
      ) {
        assert.ok(!Object.hasOwn(checked.value, name));
      }
    }),
  );
});

const answer = (value: unknown, cancelled = false) => ({ ref: "w1", value, cancelled }) as WidgetAnswer;

const FORM = { name: "Zoé", ok: true };
/** What a file has beside its name, type and size. */
const SECRETS = { id: "f".repeat(32), key: "A".repeat(43), hash: "A".repeat(43) };
const FILE = { ...SECRETS, name: "a.PDF", mimeType: "application/pdf", size: 10 };

Deno.test("checkAnswer() takes what the widget asks for [@covers pacerelle.widgets.answers]", () => {
  const cases: [Widget, unknown][] = [
    [widget("confirm"), true],
    [widget("confirm"), false],
    [widget("choice"), ["a"]],
    [widget("choice"), ["c", "a"]],
    [widget("choice", { min: undefined, max: undefined }), "b"],
    [widget("choice", { min: 0, max: 1 }), null],
    [widget("form"), FORM],
    [
      widget("form"),
      {
        ...FORM,
        age: 3.5,
        mail: "z@example.org",
        site: "https://example.org/",
        size: "c",
        day: "2026-02-28",
        more: "…",
      },
    ],
    [widget("datetime"), "2026-06-30"],
    [widget("datetime", { mode: "time", min: "08:00", max: "18:30" }), "18:30"],
    [widget("datetime", { mode: "datetime", min: undefined, max: undefined }), "2026-06-30T10:00:00+02:00"],
    [widget("file"), FILE],
    [widget("file"), { ...FILE, name: "photo", mimeType: "image/png" }],
  ];
  for (const [asked, value] of cases) {
    const checked = checkAnswer(asked, answer(value));
    assert.ok(checked.ok, `${asked.kind} ${JSON.stringify(value)}: ${JSON.stringify(checked)}`);
    assert.deepEqual(checked.value.value, value);
  }
});

Deno.test("checkAnswer() refuses the rest, with the path", () => {
  const cases: [Widget, unknown, string][] = [
    [widget("confirm"), "yes", "value"],
    [widget("confirm"), null, "value"],
    [widget("choice"), [], "value"],
    [widget("choice"), ["a", "b", "c"], "value"],
    [widget("choice"), ["a", "a"], "value"],
    [widget("choice"), ["a", "z"], "value[1]"],
    [widget("choice"), "a", "value"],
    [widget("choice", { min: undefined, max: undefined }), null, "value"],
    [widget("form"), { ok: true }, "value.name"],
    [widget("form"), { name: "", ok: true }, "value.name"],
    [widget("form"), { name: "trop long", ok: true }, "value.name"],
    [widget("form"), { name: "Zoé", ok: false }, "value.ok"],
    [widget("form"), { ...FORM, site: "javascript:alert(1)" }, "value.site"],
    [widget("form"), { ...FORM, mail: "z" }, "value.mail"],
    [widget("form"), { ...FORM, size: "z" }, "value.size"],
    [widget("form"), { ...FORM, day: "2026-02-30" }, "value.day"],
    [widget("form"), { ...FORM, age: "3" }, "value.age"],
    [widget("form"), { ...FORM, other: "x" }, "value.other"],
    [widget("form"), { ...FORM, constructor: "x" }, "value.constructor"],
    [widget("progress"), 50, "value"],
    [widget("datetime"), "2027-01-01", "value"],
    [widget("datetime"), "2025-12-31", "value"],
    [widget("datetime", { mode: "datetime", min: undefined, max: undefined }), "2026-06-30T10:00", "value"],
    [widget("file"), { ...FILE, size: 1_001 }, "value"],
    [widget("file"), { ...FILE, name: "a.exe" }, "value"],
  ];
  for (const [asked, value, path] of cases) {
    const checked = checkAnswer(asked, answer(value));
    assert.ok(!checked.ok, `${asked.kind} ${JSON.stringify(value)}`);
    assert.equal(checked.issue.path, path, `${asked.kind} ${JSON.stringify(value)}`);
  }
  assert.equal(checkAnswer(widget("confirm"), { ...answer(true), ref: "w2" }).ok, false);
});

Deno.test("a cancelled answer has no value, and progress cannot be cancelled", () => {
  assert.deepEqual(checkAnswer(widget("form"), answer({ name: 7 }, true)), {
    ok: true,
    value: answer(null, true),
  });
  assert.equal(checkAnswer(widget("progress"), answer(null, true)).ok, false);
});

const standing: StandingWidget = {
  widget: widget("confirm"),
  message: "m1",
  conversation: "c1",
  account: "a1",
};
const arrived = { answer: answer(true), message: "m2", re: "m1", conversation: "c1", account: "a1" };

Deno.test("settleAnswer() binds to widget, message, conversation and account; the first counts", () => {
  assert.deepEqual(settleAnswer(standing, arrived), { ok: true, answer: answer(true) });
  for (
    const change of [
      { re: "m0" },
      { re: undefined },
      { conversation: "c2" },
      { account: "a2" },
      { answer: { ...answer(true), ref: "w2" } },
    ]
  ) {
    assert.deepEqual(settleAnswer(standing, { ...arrived, ...change }), { ok: false, reason: "foreign" });
  }
  assert.deepEqual(settleAnswer(standing, { ...arrived, answer: answer("yes") }), {
    ok: false,
    reason: "invalid",
  });
  const answered = { ...standing, answeredBy: "m2" };
  assert.deepEqual(settleAnswer(answered, { ...arrived, message: "m3" }), { ok: false, reason: "closed" });
  assert.deepEqual(
    settleAnswer(answered, arrived),
    { ok: true, answer: answer(true) },
    "a double changes nothing",
  );
});
