/**
 * What a visitor reads when a file cannot be kept.
 * @covers messagerie-web.widget.file-room
 */
import assert from "node:assert/strict";
import { Refused } from "../../../web/widget/client.ts";

// The words follow the language of the page around the widget.
Object.assign(globalThis, { document: { documentElement: { lang: "fr" } } });
const { Attachments } = await import("../../../web/widget/attachments.ts");

/** What is said when the desk answers a file with this. */
async function said(status: number, code: string): Promise<string> {
  const refused = new Refused(status, { code }, null);
  const { promise, resolve } = Promise.withResolvers<string>();
  const client = { upload: () => Promise.reject(refused), call: () => Promise.reject(refused) };
  const attachments = new Attachments(() => client, resolve);
  attachments.add([new File(["x"], "facture.pdf")], { count: 10, bytes: 10 });
  const text = await promise;
  assert.deepEqual(attachments.list.value, [], "it is not shown as if it were kept");
  return text;
}

Deno.test("a file that there is no room for: its visitor is told to write without it", async () => {
  for (const [status, code] of [[413, "FILES_FULL"], [507, "STORAGE_FULL"]] as const) {
    assert.match(
      await said(status, code),
      /^facture\.pdf .*plus de place.* sans lui/s,
    );
  }
  assert.equal(await said(413, "FILE_TOO_LARGE"), "facture.pdf est trop lourd.");
});

Deno.test("a file above what the desk says that it takes is not sent, and its visitor is told that limit", () => {
  const told: string[] = [];
  const client = { upload: () => Promise.reject(new Error("sent")), call: () => Promise.reject(new Error()) };
  const attachments = new Attachments(() => client, (text) => told.push(text));
  const bytes = 4 * 1_048_576;
  attachments.add([new File([new Uint8Array(bytes + 1)], "plan.pdf")], { count: 10, bytes });
  assert.deepEqual([told, attachments.list.value], [["plan.pdf est trop lourd : 4 Mo au plus."], []]);
});
