/**
 * Agents: made with their token and what to paste, renewed, called by another name, removed.
 * @module
 */
import {
  createAgent,
  type MadeAgent,
  removeAgent,
  renameAgent,
  rotateAgent,
} from "../../../../service/pacerelle/chat/agents.ts";
import { hostTexts } from "../../../../service/pacerelle/connect/host_texts.ts";
import type { MadeAgentView } from "../api.ts";
import type { CommandDevice, CommandRun } from "./command_run.ts";

type Names = "createAgent" | "rotateAgent" | "renameAgent" | "removeAgent" | "refreshAgents";

function madeView(device: CommandDevice, { id, name, token }: MadeAgent): MadeAgentView {
  const { start } = device.options;
  return { id, name, token, hosts: hostTexts({ agentId: id, token, relay: device.chat.relay, start }) };
}

export const agentCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  async createAgent(device, { name }) {
    const made = await createAgent(device.chat, name);
    await device.listAgents().catch(() => {});
    return madeView(device, made);
  },

  async rotateAgent(device, { agent, name }) {
    const made = await rotateAgent(device.chat, agent, name);
    await device.listAgents().catch(() => {});
    return madeView(device, made);
  },

  async renameAgent(device, { agent, name }) {
    await renameAgent(device.chat, agent, name);
    return {};
  },

  async removeAgent(device, { agent }) {
    await removeAgent(device.chat, agent);
    await device.listAgents().catch(() => {});
    return {};
  },

  async refreshAgents(device) {
    // Cards and rosters too: what the relay showed wrongly a moment ago may be right now.
    await (await device.chat.endpoint()).sync();
    await device.listAgents();
    return {};
  },
};
