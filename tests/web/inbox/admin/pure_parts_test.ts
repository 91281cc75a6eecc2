/**
 * What the pages beside the inbox work out by themselves: validity, readable colours, devices, fields of a schema, faults.
 * @covers messagerie-web.pages.token
 * @covers messagerie-web.pages.reference
 * @covers messagerie-web.pages.forms
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { deviceName } from "../../../../web/inbox/account/device_name.ts";
import { readableOn } from "../../../../web/inbox/admin/readable_on.ts";
import { expiryOf, isDayToCome, VALIDITIES } from "../../../../web/inbox/admin/tokens/validity.ts";
import { ApiFault } from "../../../../web/inbox/api/fault.ts";
import { formFault, ownFault } from "../../../../web/inbox/form_fault.ts";
import { fieldsOf } from "../../../../web/inbox/reference/fields.ts";
import { languageChoice } from "../../../../web/kit/words.ts";

const NOW = Date.UTC(2026, 10, 29, 12);

Deno.test("a validity ends so many days from now, at the end of a day, or never", () => {
  assert.equal(expiryOf("30", "", NOW), "2026-12-29T12:00:00.000Z");
  assert.equal(expiryOf("never", "2026-12-01", NOW), null);
  const day = new Date(expiryOf("day", "2026-12-31", NOW) ?? "");
  assert.deepEqual([day.getFullYear(), day.getMonth(), day.getDate(), day.getHours()], [2026, 11, 31, 23]);
  assert.equal(isDayToCome("2026-12-01", NOW), true);
  for (const no of ["", "2026-11-01", "2026-02-30x", "soon"]) assert.equal(isDayToCome(no, NOW), false, no);
  assert.equal(VALIDITIES.at(-1), "never", "without limit is the last choice");
});

Deno.test("the text on any colour has a contrast of 4.5 or more", () => {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, "0")}`;
      const [dark = 0, light = 0] = [luminance(color), luminance(readableOn(color))].sort((a, b) => a - b);
      assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, color);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("a browser's own description is told as what people call it", () => {
  languageChoice.value = "fr";
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";
  assert.equal(deviceName(chrome), "Chrome sur Windows");
  assert.equal(deviceName(`${chrome} Edg/131.0`), "Edge sur Windows");
  assert.equal(
    deviceName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
    ),
    "Safari sur iPhone",
  );
  assert.equal(
    deviceName("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"),
    "Firefox sur Linux",
  );
  assert.equal(deviceName(""), "Navigateur inconnu");
  assert.equal(deviceName("x".repeat(500)).length, 60);
});

Deno.test("a schema's fields are told with their types and bounds", () => {
  languageChoice.value = "fr";
  const fields = fieldsOf({
    properties: {
      id: { type: "string", format: "uuid", description: "La conversation." },
      limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
      agent_id: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
      kind: { type: "string", enum: ["reply", "note"] },
      tags: { type: "array", items: { type: "string" } },
      text: { type: "string", minLength: 1, maxLength: 10_000 },
    },
    required: ["id"],
  }, "body");
  assert.deepEqual(fields.map(({ name, type }) => [name, type]), [
    ["id", "UUID"],
    ["limit", "entier"],
    ["agent_id", "UUID ou null"],
    ["kind", "texte"],
    ["tags", "liste (texte)"],
    ["text", "texte"],
  ]);
  assert.deepEqual(fields.map(({ isRequired }) => isRequired), [true, false, false, false, false, false]);
  assert.match(fields[1]!.bounds, /De 1 à 200\. Par défaut\s: 50\./);
  assert.match(fields[3]!.bounds, /reply, note/);
  assert.match(fields[5]!.bounds, /De 1 à 10\s000 caractères\./u);
  assert.equal(fields[0]!.where, "body");
});

Deno.test("a refusal's fields are blamed by their names, in the page's language", () => {
  const refusal = new ApiFault("refused", {
    code: "INVALID_REQUEST",
    status: 400,
    details: {
      issues: [{ field: "origins[2]", message: "Une origine exacte." }, {
        field: "name",
        message: "Trop long.",
      }],
    },
  });
  languageChoice.value = "fr";
  assert.deepEqual(formFault(refusal).fields, { origins: "Une origine exacte.", name: "Trop long." });
  languageChoice.value = "en";
  assert.deepEqual(formFault(refusal, { origins: "An exact origin." }).fields, {
    origins: "An exact origin.",
    name: "This value is not accepted.",
  });
  const away = formFault(new ApiFault("unreachable", { code: "UNREACHABLE" }));
  assert.match(away.message, /kept/);
  assert.equal(away.fields, undefined);
  assert.equal(formFault(new Error("secret text")).message.includes("secret"), false);
  assert.equal(ownFault({ name: false, login: undefined }), undefined);
  assert.deepEqual(ownFault({ name: "No.", login: false })?.fields, { name: "No." });
});
