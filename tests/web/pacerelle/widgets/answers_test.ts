/**
 * What a question's fields become as they are sent, and how an answer reads.
 * @covers pacerelle-web.app.questions
 */
import assert from "node:assert/strict";
import { type AnswerValue, checkAnswer } from "../../../../wire/widget_answer.ts";
import { checkWidget, type Widget } from "../../../../wire/widget.ts";
import { acceptText } from "../../../../web/pacerelle/widgets/accept_text.ts";
import { answerFaults } from "../../../../web/pacerelle/widgets/answer_faults.ts";
import { datetimeBound, datetimeValue, zoneText } from "../../../../web/pacerelle/widgets/datetime_value.ts";
import { formValue } from "../../../../web/pacerelle/widgets/form_value.ts";
import { issueWords } from "../../../../web/pacerelle/widgets/issue_words.ts";
import { valueText } from "../../../../web/pacerelle/widgets/value_text.ts";
import { languageChoice } from "../../../../web/kit/words.ts";

languageChoice.value = "fr";

function widget(parts: Record<string, unknown>): Widget {
  const checked = checkWidget({ format: "widget.standard", version: 1, id: "w", title: "?", ...parts });
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.value;
}

Deno.test("datetimeValue() names an instant in this device's zone, and the same is read back", () => {
  const value = datetimeValue("datetime", "2027-02-01T08:15");
  assert.match(value, /^2027-02-01T08:15:00[+-]\d\d:\d\d$/);
  assert.equal(Date.parse(value), new Date(2027, 1, 1, 8, 15).getTime());
  assert.equal(datetimeBound("datetime", value), "2027-02-01T08:15");
  assert.equal(datetimeValue("date", "2027-02-01"), "2027-02-01");
  assert.equal(datetimeValue("time", "08:15"), "08:15");
  assert.equal(datetimeValue("datetime", ""), "");
  const asked = widget({ kind: "datetime", mode: "datetime" });
  assert.ok(checkAnswer(asked, { ref: "w", value, cancelled: false }).ok);
});

Deno.test("zoneText() writes zones east and west, whole hours and not", () => {
  assert.deepEqual([0, 60, -300, 330, -210, 845].map(zoneText), [
    "+00:00",
    "+01:00",
    "-05:00",
    "+05:30",
    "-03:30",
    "+14:05",
  ]);
});

Deno.test("answerFaults() names every field that is wrong, and what is wrong with it", () => {
  const form = widget({
    kind: "form",
    fields: [
      { id: "a", label: "A", type: "text", required: true },
      { id: "b", label: "B", type: "number" },
      { id: "c", label: "C", type: "checkbox", required: true },
      { id: "d", label: "D", type: "text" },
    ],
  });
  assert.deepEqual(answerFaults(form, { b: "douze", c: false }), [
    { field: "a", message: "À remplir." },
    { field: "b", message: "Donnez un nombre." },
    { field: "c", message: "À cocher." },
  ]);
  assert.deepEqual(answerFaults(form, { a: "oui", c: true }), []);
  const choice = widget({ kind: "choice", options: [{ id: "x", label: "X" }, { id: "y", label: "Y" }] });
  assert.deepEqual(answerFaults(choice, ""), [{ field: undefined, message: "Choisissez une réponse." }]);
});

Deno.test("acceptText() names kinds of file as people do, and the rest as they are", () => {
  assert.equal(
    acceptText(["application/pdf", "image/*", ".docx", "text/plain", "constructor/*"]),
    "PDF, images, .docx, text/plain, constructor/*",
  );
});

Deno.test("formValue() gives what was filled in, numbers as numbers, and nothing of prototypes", () => {
  const form = widget({
    kind: "form",
    fields: [
      { id: "n", label: "N", type: "number" },
      { id: "t", label: "T", type: "text" },
      { id: "c", label: "C", type: "checkbox" },
      { id: "constructor", label: "P", type: "text" },
    ],
  });
  assert.ok(form.kind === "form");
  const value = formValue(form.fields, { n: "1,5", t: "" });
  assert.deepEqual(value, { n: 1.5, c: false });
  assert.ok(checkAnswer(form, { ref: "w", value, cancelled: false }).ok);
  assert.deepEqual(formValue(form.fields, { n: "douze", c: true }), { n: "douze", c: true });
});

Deno.test("issueWords() says in French what the channel's check found, whatever it found", () => {
  const cases: readonly (readonly [Record<string, unknown>, AnswerValue, string])[] = [
    [
      { kind: "choice", options: [{ id: "a", label: "A" }, { id: "b", label: "B" }] },
      "",
      "Choisissez une réponse.",
    ],
    [
      { kind: "choice", options: [{ id: "a", label: "A" }, { id: "b", label: "B" }], max: 2 },
      [],
      "De 1 à 2 choix.",
    ],
    [
      { kind: "datetime", mode: "date", max: "2027-01-01" },
      "2027-01-02",
      "Pas après\u00a0: ",
    ],
    [{ kind: "datetime", mode: "time" }, "", "Donnez une heure."],
    [
      { kind: "form", fields: [{ id: "x", label: "X", type: "url" }] },
      { x: "ftp://a" },
      "Donnez une adresse en http",
    ],
    [
      { kind: "form", fields: [{ id: "x", label: "X", type: "text", maxLength: 2 }] },
      { x: "abc" },
      "2 caractères au plus.",
    ],
    [
      { kind: "form", fields: [{ id: "x", label: "X", type: "checkbox", required: true }] },
      { x: false },
      "À cocher.",
    ],
  ];
  for (const [parts, value, words] of cases) {
    const asked = widget(parts);
    const checked = checkAnswer(asked, { ref: "w", value, cancelled: false });
    assert.ok(!checked.ok);
    const field = checked.issue.path.startsWith("value.") ? checked.issue.path.slice(6) : undefined;
    const said = issueWords(asked, field, checked.issue.message);
    assert.ok(said.startsWith(words), `${said} / ${words}`);
  }
});

Deno.test("valueText() reads as the person gave it", () => {
  const confirm = widget({ kind: "confirm", labels: { yes: "Supprimer", no: "Garder" } });
  assert.equal(valueText(confirm, true, false), "Supprimer");
  assert.equal(valueText(confirm, false, false), "Garder");
  assert.equal(valueText(confirm, null, true), "Sans réponse");
  const choice = widget({
    kind: "choice",
    options: [{ id: "a", label: "Un" }, { id: "b", label: "Deux" }],
    max: 2,
  });
  assert.equal(valueText(choice, ["b", "a"], false), "Deux, Un");
  const form = widget({
    kind: "form",
    fields: [
      { id: "s", label: "Salle", type: "select", options: [{ id: "v", label: "La verte" }] },
      { id: "c", label: "Accord", type: "checkbox" },
    ],
  });
  assert.equal(valueText(form, { s: "v", c: true }, false), "Salle : La verte\nAccord : Oui");
  assert.equal(valueText(undefined, "libre", false), "libre");
});
