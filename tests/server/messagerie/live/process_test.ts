/**
 * The live stream of a real server process: a program's write through MCP is on it, so is another process's, and stopping
 * the server ends it first.
 */
import assert from "node:assert/strict";
import { silentLogger } from "../../../../base/log.ts";
import { openSession } from "../../../../service/messagerie/accounts/sessions.ts";
import { addNote } from "../../../../service/messagerie/mod.ts";
import type { PersonActor } from "../../../../service/messagerie/actor.ts";
import { testFolder } from "../cli/run_cli.ts";
import { furnish, onDesk } from "../furnished.ts";
import { listen } from "../inbox/listening.ts";
import { callOk, serve } from "../served.ts";

Deno.test("a served stream tells a program's write and another process's, and ends before the server does [@covers messagerie-web.live.stop, messagerie-web.live.processes]", async () => {
  await using folder = await testFolder();
  const { conversationIds: [conversation_id = ""], create } = await furnish(folder.url);
  const { token } = await create();
  const secret = await onDesk(folder.url, async (desk) => {
    const session = { agentNo: 1, userAgent: "test" };
    return (await desk.store.write((tx) => openSession(tx, { ...desk, log: silentLogger }, session))).secret;
  });
  await using server = await serve(folder.url);
  await using live = await listen(`${server.url}/api/inbox/live`, { cookie: `messagerie=${secret}` });
  await live.next("ready");
  await callOk(server.url, token, "send_reply", { conversation_id, text: "Bonjour d’un programme" });
  const { message } = await live.next("message", (data) => data.message.from === "program");
  assert.ok(message.from === "program" && message.text === "Bonjour d’un programme");

  const claire: PersonActor = {
    kind: "person",
    agentNo: 1,
    agentId: "",
    name: "Claire",
    role: "supervisor",
    reach: { all: true },
  };
  await onDesk(folder.url, (desk) =>
    addNote(
      {
        ...desk,
        log: silentLogger,
        channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
        wakeOutbound: () => {},
      },
      claire,
      { conversationId: conversation_id, text: "d’un autre processus" },
    ));
  await live.next("message", (data) => data.message.from === "note");
  assert.equal(await server.stop("SIGTERM"), 0);
  assert.doesNotMatch(
    server.error(),
    /shutdown_cut_off/,
    "the stream was not waited for until it was cut off",
  );
  assert.deepEqual(await live.next("bye"), { reason: "stopping" });
  await live.ended;
});
