/**
 * `chat agent create | list | rotate | remove`.
 * @module
 */
import {
  createAgent,
  listAgents,
  type MadeAgent,
  removeAgent,
  rotateAgent,
} from "../../../service/pacerelle/chat/agents.ts";
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { flush } from "../../../service/pacerelle/chat/reading.ts";
import { hostTexts, settingsOf, TOKEN_VARIABLE } from "../../../service/pacerelle/connect/host_texts.ts";
import { type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { describeHosts } from "../../cli/describe_hosts.ts";
import { printableLine } from "./printable.ts";
import { startHere } from "./start_here.ts";
import { answer, CHAT_OPTIONS, isoTime, when, withChat } from "./with_chat.ts";
import { presence } from "./words.ts";

async function showToken(chat: Chat, terminal: Terminal, json: boolean, agent: MadeAgent): Promise<number> {
  // What other devices and the agent are told leaves now if it can.
  await chat.connect();
  await flush(chat);
  const { relay } = chat;
  const start = startHere();
  const connection = { agentId: agent.id, token: agent.token, relay, start };
  const hosts = hostTexts(connection);
  if (!json) await terminal.error("Copiez ce jeton : il ne sera plus montré.\n");
  return await answer(
    terminal,
    json,
    { ...agent, relay, server: { ...start, env: settingsOf(connection) }, hosts },
    `Agent : ${printableLine(agent.name)}\nIdentifiant : ${agent.id}\nJeton : ${agent.token}\n\n` +
      describeHosts(hosts, TOKEN_VARIABLE),
  );
}

const create = defineCommand({
  summary: "Crée un agent ; son jeton n’est montré que cette fois.",
  options: {
    name: { type: "string", value: "NOM", help: "comment vous l’appelez (obligatoire)" },
    ...CHAT_OPTIONS,
  },
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (options.name === undefined) throw new UsageError("Il manque --name NOM.");
      return await showToken(chat, terminal, options.json, await createAgent(chat, options.name));
    }),
});

const rotate = defineCommand({
  summary:
    "Donne un nouveau jeton à un agent ; l’ancien cesse aussitôt, et l’agent aura une nouvelle identité.",
  positionals: ["AGENT"],
  options: {
    name: { type: "string", value: "NOM", help: "change aussi son nom" },
    ...CHAT_OPTIONS,
  },
  run: ({ options, positionals: [agent] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (agent === undefined) throw new UsageError("Il manque AGENT.");
      return await showToken(chat, terminal, options.json, await rotateAgent(chat, agent, options.name));
    }),
});

const remove = defineCommand({
  summary: "Retire un agent : son jeton cesse, et sa conversation quitte cet appareil.",
  positionals: ["AGENT"],
  options: CHAT_OPTIONS,
  run: ({ options, positionals: [agent] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (agent === undefined) throw new UsageError("Il manque AGENT.");
      const { id } = await removeAgent(chat, agent);
      return await answer(terminal, options.json, { removed: id }, `Retiré : ${id}`);
    }),
});

const list = defineCommand({
  summary: "Dit les agents, et s’ils sont là.",
  options: CHAT_OPTIONS,
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      await (await chat.endpoint()).sync();
      const agents = await listAgents(chat);
      const text = agents.map((agent) => {
        const since = agent.presence === "offline" && agent.since !== null
          ? ` depuis ${when(agent.since)}`
          : "";
        return `${agent.id}  ${printableLine(agent.name ?? "(sans nom ici)")}  ${presence(agent)}${since}`;
      }).join("\n");
      const shown = agents.map(({ id, name, createdAt, presence, since, isPinned }) => ({
        id,
        name,
        presence,
        since: since === null ? null : isoTime(since),
        createdAt: createdAt === null ? null : isoTime(createdAt),
        verified: isPinned,
      }));
      return await answer(terminal, options.json, { agents: shown }, text);
    }),
});

/** `chat agent` */
export const agentCommands: CommandGroup = {
  summary: "Les agents du compte.",
  commands: { create, list, rotate, remove },
};
