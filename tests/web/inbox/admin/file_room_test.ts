/**
 * What a supervisor reads of the room for files.
 * @covers messagerie-web.widget.file-room
 */
import assert from "node:assert/strict";
import { roomInWords } from "../../../../web/inbox/admin/sites/file_room.tsx";
import { languageChoice } from "../../../../web/kit/words.ts";

const roomOf = (bytes: number, waitingBytes: number, maxBytes: number) => {
  const { text, isWarning } = roomInWords({ bytes, waitingBytes, maxBytes });
  return { text: text.replaceAll("\u00a0", " "), isWarning };
};

Deno.test("the room for files is told, warns of what stays and not of what gives way, and says that there is none", () => {
  languageChoice.value = "fr";
  assert.deepEqual(roomOf(800, 0, 1_000), {
    text: "Fichiers des conversations : 800 o sur 1 ko.",
    isWarning: false,
  });
  assert.equal(roomOf(1_000, 200, 1_000).isWarning, false);
  const full = roomOf(801, 0, 1_000);
  assert.equal(full.isWarning, true);
  assert.match(full.text, /801 o sur 1 ko\. Quand la place manque/);
  assert.deepEqual(roomOf(0, 0, 0).isWarning, false);
  assert.match(roomOf(0, 0, 0).text, /^Les fichiers ne sont pas acceptés/);
  languageChoice.value = "en";
  assert.match(roomOf(0, 0, 0).text, /^Files are not accepted/);
});
