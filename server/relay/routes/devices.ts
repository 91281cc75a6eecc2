/**
 * Devices and rosters. The relay checks each roster as an endpoint would, so that honest endpoints are not misled by a
 * broken one; endpoints check again, since they do not trust the relay.
 * @module
 */
import {
  approveDevice,
  deleteDevice,
  findAccount,
  findDevice,
  insertDevice,
  listDevices,
} from "../../../store/relay/accounts.ts";
import { forgetEndpoint } from "../../../store/relay/envelopes.ts";
import type { RelayQuerier } from "../../../store/relay/open.ts";
import { findAnchor, insertRoster, listRosters, putAnchor } from "../../../store/relay/rosters.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { MAX_ROSTERS_PER_FETCH } from "../../../wire/limits.ts";
import { advanceRoster, type RosterAnchor, rosterHash, type SignedRoster } from "../../../wire/roster.ts";
import { refuse } from "../refusals.ts";
import type { Handlers, RouteContext } from "./handler.ts";

/** @throws {Refusal} ROSTER_CONFLICT when it is not the next one, ROSTER_REFUSED when it may not follow */
async function checkNextRoster(context: RouteContext, account: string, signed: SignedRoster): Promise<void> {
  const latest = (await findAccount(context.store.read, account))?.roster_version ?? 0;
  const [current] = await listRosters(context.store.read, account, latest - 1, 1);
  if (signed.roster.account !== account || current === undefined) throw refuse("ROSTER_REFUSED");
  if (signed.roster.version !== latest + 1) throw refuse("ROSTER_CONFLICT", { latest });
  try {
    await advanceRoster({ roster: current.roster, hash: await rosterHash(current.roster) }, [signed]);
  } catch (error) {
    if (error instanceof ChannelFault) throw refuse("ROSTER_REFUSED", { reason: error.code });
    throw error;
  }
}

async function applyRoster(
  db: RelayQuerier,
  signed: SignedRoster,
  anchor: RosterAnchor | undefined,
  now: number,
): Promise<string[]> {
  const { account, version, devices } = signed.roster;
  const latest = (await findAccount(db, account))?.roster_version ?? 0;
  if (version !== latest + 1) throw refuse("ROSTER_CONFLICT", { latest });
  await insertRoster(db, signed);
  for (const device of devices) {
    const known = await findDevice(db, device.id);
    if (known === undefined) {
      // A recovery key, which exists on paper only.
      await insertDevice(db, { ...device, account, approved: 1, created_at: now });
    } else if (known.account !== account || known.key !== device.key) throw refuse("DEVICE_CONFLICT");
    else await approveDevice(db, device.id, device.name);
  }
  const staying = new Set(devices.map(({ id }) => id));
  const removed = (await listDevices(db, account))
    .filter(({ id, approved }) => approved === 1 && !staying.has(id)).map(({ id }) => id);
  for (const id of removed) {
    await deleteDevice(db, id);
    await forgetEndpoint(db, id);
  }
  if (anchor) await putAnchor(db, anchor);
  return removed;
}

export const deviceHandlers: Pick<
  Handlers,
  "listDevices" | "forgetDevice" | "fetchRosters" | "publishRoster"
> = {
  async listDevices(context, { account }) {
    const rows = await listDevices(context.store.read, account);
    return {
      devices: rows.map((row) => ({
        id: row.id,
        name: row.name,
        key: row.key,
        approved: row.approved === 1,
        createdAt: row.created_at,
      })),
    };
  },

  async forgetDevice(context, { account }, { device }) {
    await context.store.write(async (db) => {
      const row = await findDevice(db, device);
      if (row?.account !== account) throw refuse("NOT_FOUND");
      // One of the roster goes by the next roster.
      if (row.approved === 1) throw refuse("FORBIDDEN");
      await deleteDevice(db, device);
      await forgetEndpoint(db, device);
    });
    context.hub.connectionOf(device)?.end("REVOKED");
    return {};
  },

  async fetchRosters(context, { account, endpoint }, { after }) {
    const [row, rosters, anchor] = await Promise.all([
      findAccount(context.store.read, account),
      listRosters(context.store.read, account, after, MAX_ROSTERS_PER_FETCH),
      findAnchor(context.store.read, endpoint),
    ]);
    return { rosters, latest: row?.roster_version ?? 1, anchor: anchor ?? null };
  },

  async publishRoster(context, { account }, { roster: signed, anchor }) {
    await checkNextRoster(context, account, signed);
    const { version, devices } = signed.roster;
    const isForNewDevice = (given: RosterAnchor) =>
      given.version === version && devices.some(({ id }) => id === given.endpoint);
    if (anchor && !isForNewDevice(anchor)) throw refuse("ROSTER_REFUSED");
    const removed = await context.store.write((db) => applyRoster(db, signed, anchor, context.env.now()));
    await context.hub.refresh(account);
    for (const id of removed) context.hub.connectionOf(id)?.end("REVOKED");
    context.hub.tell(account, { type: "changed", what: "roster", version });
    return { version };
  },
};
