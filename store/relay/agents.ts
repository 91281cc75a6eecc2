/**
 * Agents: name, hash of the bearer, card.
 * @module
 */
import type { MacedCard } from "../../wire/card.ts";
import type { RelayQuerier } from "./open.ts";
import type { AgentTable } from "./schema.ts";

/** An agent with its card read. */
export interface AgentRow extends Omit<AgentTable, "card"> {
  readonly card: MacedCard | null;
}

const read = (row: AgentTable): AgentRow => ({
  ...row,
  card: row.card === null ? null : JSON.parse(row.card) as MacedCard,
});

export async function insertAgent(
  db: RelayQuerier,
  agent: { readonly id: string; readonly account: string; readonly bearerHash: string; readonly at: number },
): Promise<void> {
  await db.insertInto("agent").values({
    id: agent.id,
    account: agent.account,
    bearer_hash: agent.bearerHash,
    card: null,
    created_at: agent.at,
    seen_at: null,
  }).execute();
}

export async function findAgent(db: RelayQuerier, id: string): Promise<AgentRow | undefined> {
  const row = await db.selectFrom("agent").selectAll().where("id", "=", id).executeTakeFirst();
  return row && read(row);
}

export async function findAgentByBearer(db: RelayQuerier, hash: string): Promise<AgentRow | undefined> {
  const row = await db.selectFrom("agent").selectAll().where("bearer_hash", "=", hash).executeTakeFirst();
  return row && read(row);
}

/** Oldest first. */
export async function listAgents(db: RelayQuerier, account: string): Promise<AgentRow[]> {
  const rows = await db.selectFrom("agent").selectAll().where("account", "=", account).orderBy("created_at")
    .orderBy("id").execute();
  return rows.map(read);
}

/** A new bearer; card and prekeys under the old one are forgotten, since a new identity comes with the new token. */
export async function rotateAgent(db: RelayQuerier, id: string, bearerHash: string): Promise<void> {
  await db.updateTable("agent").set({ bearer_hash: bearerHash, card: null }).where("id", "=", id).execute();
  await db.deleteFrom("prekey").where("endpoint", "=", id).execute();
}

export async function setCard(db: RelayQuerier, id: string, card: MacedCard): Promise<void> {
  await db.updateTable("agent").set({ card: JSON.stringify(card) }).where("id", "=", id).execute();
}

export async function deleteAgent(db: RelayQuerier, id: string): Promise<void> {
  await db.deleteFrom("agent").where("id", "=", id).execute();
}
