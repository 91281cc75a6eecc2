/**
 * Agents and their cards. The relay sees a hash of each bearer, an identity key and MACs that it cannot check.
 * @module
 */
import { findAccount } from "../../../store/relay/accounts.ts";
import {
  deleteAgent,
  findAgent,
  findAgentByBearer,
  insertAgent,
  listAgents,
  rotateAgent,
  setCard,
} from "../../../store/relay/agents.ts";
import { forgetEndpoint } from "../../../store/relay/envelopes.ts";
import type { RelayQuerier } from "../../../store/relay/open.ts";
import { putAnchor } from "../../../store/relay/rosters.ts";
import type { RouteRequest } from "../../../wire/account.ts";
import { MAX_AGENTS } from "../../../wire/limits.ts";
import { refuse } from "../refusals.ts";
import type { Handlers, RouteContext } from "./handler.ts";

async function checkAnchor(
  db: RelayQuerier,
  account: string,
  input: RouteRequest<"createAgent">,
): Promise<void> {
  const latest = (await findAccount(db, account))?.roster_version ?? 0;
  if (input.anchor.endpoint !== input.agent) throw refuse("INVALID_REQUEST");
  if (input.anchor.version > latest) throw refuse("ROSTER_CONFLICT", { latest });
}

/** @throws {Refusal} NOT_FOUND unless it is the account's */
async function checkOwn(db: RelayQuerier, account: string, agent: string): Promise<void> {
  if ((await findAgent(db, agent))?.account !== account) throw refuse("NOT_FOUND");
}

async function tellChange(context: RouteContext, account: string, agent: string): Promise<void> {
  await context.hub.refresh(account);
  context.hub.tell(
    account,
    { type: "changed", what: "agent", agent },
    ({ principal }) => principal.kind === "device",
  );
}

export const agentHandlers: Pick<
  Handlers,
  "createAgent" | "rotateAgent" | "removeAgent" | "listAgents" | "publishCard"
> = {
  async createAgent(context, { account }, input) {
    const { agent: id, bearerHash, anchor } = input;
    await context.store.write(async (db) => {
      await checkAnchor(db, account, input);
      if ((await listAgents(db, account)).length >= MAX_AGENTS) throw refuse("AGENT_LIMIT");
      if (await findAgent(db, id) || await findAgentByBearer(db, bearerHash)) throw refuse("AGENT_CONFLICT");
      await insertAgent(db, { id, account, bearerHash, at: context.env.now() });
      await putAnchor(db, anchor);
    });
    await tellChange(context, account, id);
    return {};
  },

  async rotateAgent(context, { account }, input) {
    const { agent: id, bearerHash, anchor } = input;
    await context.store.write(async (db) => {
      await checkOwn(db, account, id);
      await checkAnchor(db, account, input);
      if (await findAgentByBearer(db, bearerHash)) throw refuse("AGENT_CONFLICT");
      await rotateAgent(db, id, bearerHash);
      await putAnchor(db, anchor);
    });
    context.hub.connectionOf(id)?.end("REVOKED");
    await tellChange(context, account, id);
    return {};
  },

  async removeAgent(context, { account }, { agent: id }) {
    await context.store.write(async (db) => {
      await checkOwn(db, account, id);
      await deleteAgent(db, id);
      await forgetEndpoint(db, id);
    });
    context.hub.connectionOf(id)?.end("REVOKED");
    await tellChange(context, account, id);
    return {};
  },

  async listAgents(context, { account }) {
    const rows = await listAgents(context.store.read, account);
    return {
      agents: rows.map(({ id, created_at: createdAt, card, seen_at: seenAt }) => ({
        id,
        createdAt,
        card,
        presence: context.hub.presenceOf(id, seenAt),
      })),
    };
  },

  async publishCard(context, { account, endpoint }, { card }) {
    if (card.card.agent !== endpoint) throw refuse("INVALID_REQUEST");
    await context.store.write(async (db) => {
      const known = (await findAgent(db, endpoint))?.card;
      if (known && (known.card.key !== card.card.key || known.mac !== card.mac)) {
        throw refuse("CARD_CONFLICT");
      }
      if (!known) await setCard(db, endpoint, card);
    });
    await tellChange(context, account, endpoint);
    return {};
  },
};
