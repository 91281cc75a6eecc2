/**
 * The stdio server under both generations of the SDK's own client, on Deno and on Node 20.
 * @covers pacerelle.source.eight-tools
 * @covers pacerelle.source.prompt
 * @covers mcp-wire.habit-10
 * @covers pacerelle.end-to-end
 */
import assert from "node:assert/strict";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as TransportV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { TestRelay } from "../relay/harness.ts";
import { until } from "../../until.ts";
import { Person } from "./person.ts";
import { commandOf, type Runtime, variablesOf } from "./stdio_process.ts";
import type { Any } from "../../any.ts";

type Call = (
  name: string,
  args?: Record<string, unknown>,
  onprogress?: (progress: { progress: number }) => void,
) => Promise<Any>;

interface Host {
  readonly tools: readonly string[];
  readonly prompt: string;
  readonly call: Call;
  close(): Promise<void>;
}

const info = { name: "hôte", version: "1" };

/** Starts the server as a host of that generation does. */
async function host(generation: 1 | 2, runtime: Runtime, env: Record<string, string>): Promise<Host> {
  const [command, ...args] = commandOf(runtime);
  const parameters = { command, args, env, stderr: "ignore" as const };
  const client = generation === 1 ? new ClientV1(info) : new ClientV2(info);
  const transport = generation === 1 ? new TransportV1(parameters) : new TransportV2(parameters);
  const any = client as Any;
  await any.connect(transport);
  const { tools } = await any.listTools();
  const { messages } = await any.getPrompt({ name: "start_pacerelle" });
  const call: Call = async (name, args, onprogress) => {
    const request = { name, arguments: args ?? {} };
    const options = onprogress ? { onprogress, resetTimeoutOnProgress: true } : {};
    const result = generation === 1
      ? await any.callTool(request, undefined, options)
      : await any.callTool(request, options);
    return JSON.parse(result.content[0].text);
  };
  return {
    tools: tools.map(({ name }: { name: string }) => name),
    prompt: messages[0].content.text,
    call,
    close: () => any.close(),
  };
}

/** The first wait that gave something; asks again as an assistant does. */
async function first(asked: Promise<Any>, again: () => Promise<Any>): Promise<Any> {
  let waited = await asked;
  await until(async () => waited.messages.length > 0 || (waited = await again()).messages.length > 0);
  return waited;
}

for (const generation of [1, 2] as const) {
  for (const runtime of ["deno", "node"] as const) {
    Deno.test(`a person's request is read, answered and marked: SDK v${generation}, ${runtime}`, async () => {
      await using relay = await TestRelay.start();
      await using person = await Person.signUp(relay);
      const agent = await person.createAgent();
      const server = await host(generation, runtime, {
        ...variablesOf(agent, await Deno.makeTempDir(), relay.url),
        PATH: Deno.env.get("PATH") ?? "",
      });
      try {
        assert.equal(server.tools.length, 8);
        assert.match(server.prompt, /wait_for_messages/);
        const told: number[] = [];
        const waiting = server.call(
          "wait_for_messages",
          { timeoutSeconds: 30 },
          ({ progress }) => void told.push(progress),
        );
        // Once for each client: progress comes every five seconds.
        if (runtime === "deno") await until(() => told.length > 0, "progress");
        const id = await person.say(agent, "Range le grenier");
        const { messages, cursor } = await first(waiting, () => server.call("wait_for_messages"));
        assert.deepEqual([messages[0].id, messages[0].text], [id, "Range le grenier"]);
        if (runtime === "deno") assert.ok(told[0]! >= 5, String(told));

        const widget = {
          format: "widget.standard",
          version: 1,
          kind: "confirm",
          id: "ok",
          title: "Tout jeter ?",
        };
        const sent = await server.call("send_widget", { sourceMessageId: id, widget });
        assert.equal(sent.widgetId, "ok", JSON.stringify(sent));
        await person.until(() => person.received.some(({ payload }) => payload.kind === "widget"));
        const body = { ref: "ok", value: false, cancelled: false };
        await person.give(agent, { kind: "answer", re: sent.messageId, body });
        const after = () => server.call("wait_for_messages", { cursor });
        const { messages: [answer] } = await first(after(), after);
        assert.deepEqual(answer.widgetResponse, body);

        await server.call("send_message", { sourceMessageId: answer.id, text: "C’est rangé" });
        await server.call("mark_processed", { messageIds: [id, answer.id] });
        await person.until(() =>
          person.texts.includes("C’est rangé") &&
          person.changes.some((change) => change.id === id && change.state === "processed")
        );
        const reply = person.received.find(({ payload }) => payload.kind === "message");
        assert.equal(reply?.payload.re, answer.id);
      } finally {
        await server.close();
      }
    });
  }
}
