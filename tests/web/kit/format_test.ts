/**
 * Limits as people say them.
 * @covers pacerelle-web.app.limits-told
 * @module
 */
import assert from "node:assert/strict";
import { formatBytes, formatLimit, formatTime } from "../../../web/kit/format.ts";
import { languageChoice } from "../../../web/kit/words.ts";

const MIB = 1024 * 1024;

Deno.test("formatLimit() says a round number, and never more than goes", () => {
  languageChoice.value = "fr";
  const told = (bytes: number) => formatLimit(bytes).replaceAll(/\s/g, " ");
  assert.equal(told(25 * MIB), "25 Mo");
  assert.equal(told(512 * 1024), "512 ko");
  assert.equal(told(1_500 * 1024), "1,5 Mo");
  assert.equal(told(1_999_999), "1,9 Mo");
  assert.equal(told(999_999), "999,9 ko");
  assert.equal(told(12), "12 o");
  languageChoice.value = "en";
  assert.equal(told(25 * MIB), "25 MB");
  assert.equal(formatBytes(25 * MIB).replaceAll(/\s/g, " "), "26.2 MB", "a file's size is what it is");
  languageChoice.value = "auto";
});

Deno.test("formatTime() writes hours as the language does", () => {
  const at = new Date(2026, 10, 29, 9, 5).getTime();
  languageChoice.value = "fr";
  assert.equal(formatTime(at), "09:05");
  languageChoice.value = "auto";
});

Deno.test("formats follow the browser's region, and what is no language tag never stops a page", () => {
  const at = new Date(2026, 10, 29, 21, 5).getTime();
  const timeWhere = (...languages: string[]) => {
    Object.defineProperty(navigator, "languages", { configurable: true, value: languages });
    // Another language first: formats are made when it changes.
    languageChoice.value = "fr";
    formatTime(at);
    languageChoice.value = "en";
    return formatTime(at);
  };
  try {
    assert.equal(timeWhere("en-GB"), "21:05");
    assert.equal(timeWhere("en-US@posix", "en-GB"), "21:05");
    assert.match(timeWhere("en-US@posix"), /^9:05\sPM$/);
  } finally {
    Reflect.deleteProperty(navigator, "languages");
    languageChoice.value = "auto";
  }
});
