/**
 * What is pasted as files, and what as text.
 * @covers messagerie-web.widget.files, messagerie-web.inbox.page-files
 * @module
 */
import assert from "node:assert/strict";
import { pastedFiles } from "../../../web/kit/pasted_files.ts";

const picture = new File([], "image.png", { type: "image/png" });

/** A clipboard, as far as it is looked at. */
function clipboard(types: readonly string[], files: readonly File[]): Pick<DataTransfer, "types" | "files"> {
  return {
    types,
    files: Object.assign([...files], { item: (at: number) => files[at] ?? null }),
  };
}

Deno.test("a picture is pasted as a file, cells of a sheet as the text that they are", () => {
  assert.deepEqual(pastedFiles(clipboard(["Files"], [picture])), [picture]);
  assert.deepEqual(pastedFiles(clipboard(["text/html", "Files"], [picture])), [picture]);
  assert.deepEqual(pastedFiles(clipboard(["text/plain", "text/html", "text/rtf", "Files"], [picture])), []);
  assert.deepEqual(pastedFiles(clipboard(["text/plain"], [])), []);
  assert.deepEqual(pastedFiles(null), []);
});
