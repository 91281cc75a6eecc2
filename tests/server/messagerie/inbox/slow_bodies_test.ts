/**
 * Somebody who began to send before their session ended, and goes on after it.
 * @covers messagerie-web.accounts.ended-at-once
 */
import { equal, match } from "node:assert/strict";
import { changePerson } from "../../../../service/messagerie/admin/people.ts";
import type { Ref, TestDesk } from "../../../service/messagerie/desk.ts";
import { type Person, type ServedInbox, serveInbox } from "./served_inbox.ts";

/** Sends a request in two halves; `between` is done when the first has come. */
async function inHalves(
  served: ServedInbox,
  person: Person,
  head: { readonly path: string; readonly type: string; readonly body: string },
  between: () => Promise<unknown>,
): Promise<string> {
  const { hostname, port } = new URL(served.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = [
    `POST /api/inbox${head.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Origin: ${served.url}`,
    `Cookie: ${person.cookie}`,
    `X-CSRF-Token: ${person.csrf}`,
    `Content-Type: ${head.type}`,
    `Content-Length: ${head.body.length}`,
    "Connection: close",
  ];
  const half = Math.ceil(head.body.length / 2);
  const write = (text: string) => connection.write(new TextEncoder().encode(text));
  await write(`${lines.join("\r\n")}\r\n\r\n${head.body.slice(0, half)}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await between();
  await write(head.body.slice(half));
  let answer = "";
  const buffer = new Uint8Array(65_536);
  for (let read = await connection.read(buffer); read !== null; read = await connection.read(buffer)) {
    answer += new TextDecoder().decode(buffer.subarray(0, read));
  }
  return answer;
}

const ENDINGS: Readonly<Record<string, (desk: TestDesk, who: Ref) => Promise<readonly [number, string]>>> = {
  "deactivated": async (desk, { id }) => {
    await changePerson(desk, null, id, { active: false });
    return [401, "NOT_SIGNED_IN"];
  },
  "given other inboxes": async (desk, { id }) => {
    await changePerson(desk, null, id, { inboxIds: [] });
    return [404, "CONVERSATION_NOT_FOUND"];
  },
};

for (const [name, end] of Object.entries(ENDINGS)) {
  Deno.test(`whoever is ${name} while they send writes nothing, neither a text nor a file`, async () => {
    const key = "018f0000-0000-4000-8000-00000000000";
    for (
      const [path, type, body] of [
        ["notes", "application/json", JSON.stringify({ text: "trop tard", key: `${key}1` })],
        [`files?name=a.txt&key=${key}2`, "text/plain", "trop tard"],
      ] as const
    ) {
      await using served = await serveInbox();
      const { desk } = served;
      await desk.site();
      const inbox = await desk.inbox();
      await desk.contact();
      const id = await desk.conversation({ inbox });
      const awa = await desk.agent({ inboxes: [inbox] });
      const person = await served.signIn(awa);
      const messages = async () =>
        (await desk.store.read.selectFrom("message").select("seq").execute()).length;
      const before = await messages();
      let expected: readonly [number, string] = [0, ""];
      const sent = { path: `/conversations/${id}/${path}`, type, body };
      const answer = await inHalves(served, person, sent, async () => expected = await end(desk, awa));
      match(answer, new RegExp(`^HTTP/1.1 ${expected[0]}[^]*${expected[1]}`), path);
      equal(await messages(), before);
    }
  });
}
