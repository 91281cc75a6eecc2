/**
 * The conversation that shows Pacerelle whole, in real processes: person, terminal client, relay, stdio server, host and back,
 * under both generations of the SDK's client; then a look at everything that was written where others could read it. Told
 * of a form of the server, it goes that form's way.
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { deriveTokenSecrets, parseToken } from "../../../wire/token.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { until } from "../../until.ts";
import { findTraces } from "./find_traces.ts";
import { type Host, PASSWORD, type Programs, World } from "./world.ts";
import type { Any } from "../../any.ts";

const byText = (text: string) => (message: Any) => message.text === text;

/** What `chat read` says of one own message. */
async function stateOf(world: World, device: string, id: string): Promise<string> {
  const { entries } = await world.json(device, ["read", "Robot"]);
  return entries.find((entry: Any) => entry.id === id)?.state;
}

const seen = (world: World, device: string, fits: (entry: Any) => boolean) => world.seen(device, fits);

/** Goes the way in steps of `test`, with what `programs` does not name from source. */
export async function goTheWholeWay(test: Deno.TestContext, programs?: Partial<Programs>): Promise<void> {
  await using world = await World.make(programs);
  let agent: Any;
  let host: Host | undefined;
  const WORDS = {
    first: "Premier mot avant toute connexion : dahlia",
    reply: "Réponse de l’assistant : glycine",
    offline: "Écrit pendant l’absence : pivoine",
    summary: "Résumé gardé : bruyère",
    second: "Depuis le deuxième appareil : capucine",
    secondReply: "Pour les deux appareils : lavande",
    after: "Après le retrait : mimosa",
    afterReply: "Réponse après le retrait : verveine",
    title: "Question d’hortensia",
    option: "azalee-choisie",
  };
  const ids: Record<string, string> = {};

  await test.step("an account is opened, an agent is made, its token shown once", async () => {
    const account = await world.signUp("bureau");
    assert.match(account.account, /^account_/);
    agent = await world.json("bureau", ["agent", "create", "--name", "Robot"]);
    assert.match(agent.token, /^pct1_/);
    const { agents } = await world.json("bureau", ["agent", "list"]);
    assert.deepEqual(agents.map((one: Any) => [one.id, one.name, one.presence]), [[
      agent.id,
      "Robot",
      "never",
    ]]);
    assert.ok(!JSON.stringify(agents).includes(agent.token));
  });

  await test.step("a message to an agent that never came is queued, and said to be no more", async () => {
    const sent = await world.json("bureau", ["send", "Robot", WORDS.first]);
    assert.equal(sent.status, "queued");
    ids.first = sent.id;
    assert.equal(await stateOf(world, "bureau", sent.id), "waiting");
  });

  await test.step("the host starts the server with the settings as given; the next run sends", async () => {
    host = await world.host("v1", agent);
    assert.equal((await host.toolNames()).length, 8);
    await host.status((status) => status.connection?.state === "connected");
    await seen(world, "bureau", ({ id, state }) => id === ids.first && state !== "waiting");
    const request = await host.request(byText(WORDS.first));
    assert.equal(request.id, ids.first);
    assert.equal(request.from.device, "bureau");
    await seen(world, "bureau", ({ id, state }) => id === request.id && state === "received");
    await host.status((status) => status.agent.name === "Robot");
  });

  await test.step(
    "the assistant answers; the person reads it, and is told of processed only once it is",
    async () => {
      const sent = await host!.tool("send_message", { sourceMessageId: ids.first, text: WORDS.reply });
      assert.equal(sent.status, "submitted");
      const reply = await seen(world, "bureau", byText(WORDS.reply));
      assert.equal(reply.re, ids.first);
      assert.equal(await stateOf(world, "bureau", ids.first!), "received");
      const history = await host!.tool("get_history");
      assert.ok(JSON.stringify(history).includes(WORDS.reply));
      await host!.tool("mark_processed", { messageId: ids.first });
      await host!.status((status) => status.pending.count === 0);
      await seen(world, "bureau", (entry) => entry.id === ids.first && entry.state === "processed");
    },
  );

  await test.step("what either writes is data to the other: no terminal acts on it, no prompt opens", async () => {
    const hostile = "\u001b[2J\u001b]0;pris\u0007\u202egnp.exe\n01/01/2030 · Vous · traité";
    const { id } = await world.json("bureau", ["send", "Robot", "-"], hostile + "\n");
    const request = await host!.request((message) => message.id === id);
    assert.equal(request.text, hostile);
    await host!.tool("send_message", { sourceMessageId: id, text: hostile });
    assert.equal((await seen(world, "bureau", (entry) => entry.re === id)).text, hostile);
    const { out } = await world.chat("bureau", ["read", "Robot"]);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    assert.doesNotMatch(out, /^01\/01\/2030/m);
    await host!.tool("mark_processed", { messageId: id });
  });

  await test.step("a widget is asked, a bad answer refused, a good one comes back bound to it", async () => {
    const { id: asked } = await world.json("bureau", ["send", "Robot", "Demande-moi"]);
    await host!.request((message) => message.id === asked);
    const widget = {
      format: "widget.standard",
      version: 1,
      kind: "choice",
      title: WORDS.title,
      options: [{ id: WORDS.option, label: "Azalée" }, { id: "autre", label: "Autre" }],
    };
    const { widgetId } = await host!.tool("send_widget", { sourceMessageId: asked, widget });
    await seen(world, "bureau", (entry) => entry.widget?.id === widgetId);
    const bad = await world.chat("bureau", ["answer", widgetId, '"rien-de-tel"', "--json"]);
    assert.equal(bad.code, 1);
    assert.equal(JSON.parse(bad.out).error.code, "ANSWER_INVALID");
    await world.json("bureau", ["answer", widgetId, JSON.stringify(WORDS.option)]);
    const answer = await host!.request((message) => message.widgetResponse?.ref === widgetId);
    assert.deepEqual(answer.widgetResponse, { ref: widgetId, value: WORDS.option, cancelled: false });
    const again = await world.chat("bureau", ["answer", widgetId, '"autre"', "--json"]);
    assert.equal(JSON.parse(again.out).error.code, "WIDGET_CLOSED");
    await host!.tool("mark_processed", { messageIds: [asked, answer.id] });
  });

  await test.step("what is sent while the host is away waits at the relay, and a checkpoint is kept", async () => {
    const { id } = await world.json("bureau", ["send", "Robot", "Travail long"]);
    await host!.request((message) => message.id === id);
    const kept = await host!.tool("save_checkpoint", {
      sourceMessageId: id,
      summary: WORDS.summary,
      nextAction: "finir",
    });
    assert.equal(kept.sourceMessageId, id);
    ids.long = id;
    await host![Symbol.asyncDispose]();
    host = undefined;
    const sent = await world.json("bureau", ["send", "Robot", WORDS.offline]);
    assert.equal(sent.status, "submitted");
    assert.equal(await stateOf(world, "bureau", sent.id), "waiting");
    ids.offline = sent.id;
  });

  await test.step("another session, of the other SDK, resumes: checkpoint, pending, what waited", async () => {
    host = await world.host("v2", agent);
    const { checkpoints } = await host.tool("get_checkpoints");
    assert.deepEqual(checkpoints.map((one: Any) => [one.sourceMessageId, one.summary]), [[
      ids.long,
      WORDS.summary,
    ]]);
    await host.request((message) => message.id === ids.offline);
    const { messages } = await host.tool("wait_for_messages", { timeoutSeconds: 0 });
    assert.deepEqual(messages.map((one: Any) => one.id), [ids.long, ids.offline]);
    await host.tool("mark_processed", { messageIds: [ids.long, ids.offline] });
    assert.deepEqual((await host.tool("get_checkpoints")).checkpoints, []);
    await seen(world, "bureau", (entry) => entry.id === ids.offline && entry.state === "processed");
  });

  await test.step("a relay that is away makes a message wait here, and nothing is sent twice", async () => {
    await world.relayDown();
    const sent = await world.json("bureau", ["send", "Robot", "Pendant la panne"]);
    assert.equal(sent.status, "queued");
    await world.relayUp();
    await host!.status((status) => status.connection.state === "connected");
    await seen(world, "bureau", ({ id, state }) => id === sent.id && state !== "waiting");
    await host!.request((message) => message.id === sent.id);
    await world.json("bureau", ["read", "Robot"]);
    const { messages } = await host!.tool("wait_for_messages", { timeoutSeconds: 0 });
    assert.deepEqual(messages.map((one: Any) => one.id), [sent.id]);
    await host!.tool("mark_processed", { messageId: sent.id });
  });

  await test.step("a second device is approved; it has agents and history, and sees what comes", async () => {
    await world.addDevice("telephone", "bureau");
    const { agents } = await world.json("telephone", ["agent", "list"]);
    assert.deepEqual(agents.map((one: Any) => [one.name, one.verified]), [["Robot", true]]);
    for (const text of [WORDS.first, WORDS.reply]) await seen(world, "telephone", byText(text));
    const { id } = await world.json("telephone", ["send", "Robot", WORDS.second]);
    const request = await host!.request((message) => message.id === id);
    assert.equal(request.from.device, "telephone");
    await host!.tool("send_message", { sourceMessageId: id, text: WORDS.secondReply });
    for (const device of ["bureau", "telephone"]) {
      assert.equal((await seen(world, device, byText(WORDS.secondReply))).re, id);
    }
    assert.equal((await seen(world, "bureau", byText(WORDS.second))).from, "person");
    await host!.tool("mark_processed", { messageId: id });
  });

  await test.step("two devices answer one question at once: one answer counts, the other is told", async () => {
    const { id } = await world.json("bureau", ["send", "Robot", "Demande encore"]);
    await host!.request((message) => message.id === id);
    const widget = { format: "widget.standard", version: 1, kind: "confirm", title: "Qui répond ?" };
    const { widgetId } = await host!.tool("send_widget", { sourceMessageId: id, widget });
    for (const device of ["bureau", "telephone"]) {
      await seen(world, device, (entry) => entry.widget?.id === widgetId);
    }
    await Promise.all([
      world.chat("bureau", ["answer", widgetId, "true"]),
      world.chat("telephone", ["answer", widgetId, "false"]),
    ]);
    const answer = await host!.request((message) => message.widgetResponse?.ref === widgetId);
    await host!.tool("wait_for_messages", { timeoutSeconds: 2, cursor: "0" });
    const { messages } = await host!.tool("wait_for_messages", { timeoutSeconds: 0 });
    assert.equal(messages.filter((one: Any) => one.widgetResponse?.ref === widgetId).length, 1);
    await host!.tool("mark_processed", { messageIds: [id, answer.id] });
    for (const device of ["bureau", "telephone"]) {
      const closed = await seen(
        world,
        device,
        (entry) => entry.widget?.id === widgetId && entry.answered !== null,
      );
      assert.equal(closed.answered.ref, widgetId);
    }
  });

  await test.step("what comes in is followed as it happens", async () => {
    const follow = world.start("telephone", ["read", "Robot", "--follow", "--json"]);
    await follow.next((line) => line.type === "connection" && line.state === "connected");
    const { id } = await world.json("bureau", ["send", "Robot", "Suivi"]);
    await host!.request((message) => message.id === id);
    await host!.tool("send_message", { sourceMessageId: id, text: "Vu en direct" });
    await follow.next((line) => line.type === "entry" && line.text === "Vu en direct");
    await host!.tool("mark_processed", { messageId: id });
    // One command at a time holds the state: the one that follows steps aside, comes back and misses nothing.
    const aside = await world.json("telephone", ["send", "Robot", "Pendant que l’autre suit"]);
    await host!.request((message) => message.id === aside.id);
    await host!.tool("send_message", { sourceMessageId: aside.id, text: "Vu au retour" });
    await follow.next((line) => line.type === "entry" && line.text === "Vu au retour");
    await host!.tool("mark_processed", { messageId: aside.id });
    await follow.next((line) => line.id === aside.id && line.state === "processed");
    assert.equal(follow.lines.filter((line) => line.text === "Vu en direct").length, 1, "told once");
    assert.equal(await follow.end("SIGINT"), 0);
  });

  await test.step("a removed device is blind and is not believed", async () => {
    await world.json("bureau", ["device", "remove", "telephone"]);
    const { devices } = await world.json("bureau", ["device", "list"]);
    assert.deepEqual(devices.map((one: Any) => one.name), ["bureau"]);
    const { id } = await world.json("bureau", ["send", "Robot", WORDS.after]);
    await host!.request((message) => message.id === id);
    await host!.tool("send_message", { sourceMessageId: id, text: WORDS.afterReply });
    await seen(world, "bureau", byText(WORDS.afterReply));
    await host!.tool("mark_processed", { messageId: id });
    const { connection, entries } = await world.json("telephone", ["read", "Robot"]);
    assert.equal(connection.state, "offline");
    assert.ok(!entries.some(byText(WORDS.after)) && !entries.some(byText(WORDS.afterReply)));
    const sent = await world.json("telephone", ["send", "Robot", "Du retiré"]);
    assert.equal(sent.status, "queued");
    const { messages } = await host!.tool("wait_for_messages", { timeoutSeconds: 1 });
    assert.deepEqual(messages, []);
  });

  await test.step("a new token ends the old one; the person is told of the new identity", async () => {
    const renewed = await world.json("bureau", ["agent", "rotate", "Robot"]);
    assert.equal(renewed.id, agent.id);
    assert.notEqual(renewed.token, agent.token);
    await host!.status((status) =>
      status.connection?.state === "refused" || status.refused === "TOKEN_REFUSED"
    );
    await host![Symbol.asyncDispose]();
    host = await world.host("v1", renewed, "mcp-new");
    await host.status((status) => status.connection?.state === "connected");
    const isTold = async () =>
      (await world.chat("bureau", ["read", "Robot"])).err.includes("« Robot » a une nouvelle identité");
    await until(isTold, "the person is told");
    const { id } = await world.json("bureau", ["send", "Robot", "Au nouveau"]);
    await host.request((message) => message.id === id);
    await host.tool("mark_processed", { messageId: id });
    agent.renewed = renewed;
  });

  await test.step("a removed agent is cut off, and gone from the list", async () => {
    await world.json("bureau", ["agent", "remove", "Robot"]);
    assert.deepEqual((await world.json("bureau", ["agent", "list"])).agents, []);
    await host!.status((status) =>
      status.connection?.state === "refused" || status.refused === "TOKEN_REFUSED"
    );
    await host![Symbol.asyncDispose]();
  });

  await test.step("nothing of it can be read at the relay, in logs or on disk", async () => {
    const secrets: Record<string, string | Uint8Array> = { ...WORDS, password: PASSWORD, name: "Robot" };
    for (const [index, { token, id }] of [agent, agent.renewed].entries()) {
      const { bearer, pairingKey } = await deriveTokenSecrets(token, id);
      Object.assign(secrets, {
        [`token ${index}`]: token,
        [`seed ${index}`]: await parseToken(token),
        [`bearer ${index}`]: Buffer.from(bearer, "base64url"),
        [`pairing ${index}`]: pairingKey,
        [`pairing text ${index}`]: toBase64url(pairingKey),
      });
    }
    const { traces, bytes } = await findTraces(world.folder, world.logs.join(""), secrets);
    assert.deepEqual(traces, []);
    assert.ok(bytes > 100_000, "the scan must see the relay's database and the states");
    // The scan sees what is there: the relay knows who belongs to whom.
    const known = await findTraces(world.folder, world.logs.join(""), { agent: agent.id });
    assert.ok(known.traces.length > 0);
  });
}
