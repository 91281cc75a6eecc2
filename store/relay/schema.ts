/**
 * The relay's tables as Kysely sees them. What the columns mean is told by the migrations.
 * @module
 */
import type { Generated } from "kysely";

/** `envelope.state`. `dropped`: held for as long as the relay may, in vain. */
export const ENVELOPE_STATE = { held: 0, acknowledged: 1, dropped: 2 } as const;

export interface AccountTable {
  id: string;
  email: string;
  password_hash: string;
  roster_version: number;
  created_at: number;
}

export interface DeviceTable {
  id: string;
  account: string;
  name: string;
  key: string;
  approved: number;
  created_at: number;
  seen_at: number | null;
}

export interface SessionTable {
  hash: string;
  device: string;
  created_at: number;
  used_at: number;
}

export interface AgentTable {
  id: string;
  account: string;
  bearer_hash: string;
  card: string | null;
  created_at: number;
  seen_at: number | null;
}

export interface RosterTable {
  account: string;
  version: number;
  signed: string;
}

export interface AnchorTable {
  endpoint: string;
  version: number;
  mac: string;
}

export interface PrekeyTable {
  endpoint: string;
  id: string;
  last_resort: number;
  expires: number;
  signed: string;
  claimed_at: number | null;
}

export interface EnvelopeTable {
  seq: Generated<number>;
  sender: string;
  recipient: string;
  id: string;
  at: number;
  body: string | null;
  state: Generated<number>;
  settled_at: number | null;
  told: Generated<number>;
  quiet: Generated<number>;
}

export interface FileTable {
  id: string;
  account: string;
  sender: string;
  chunks: number;
  sealed_bytes: number;
  reserved: number;
  created_at: number;
  whole_at: number | null;
}

export interface FileRoomTable {
  one: number;
  bytes: number;
}

export interface FileChunkTable {
  file: string;
  place: number;
  body: Uint8Array;
}

export interface FileRecipientTable {
  file: string;
  endpoint: string;
}

export interface PushKeyTable {
  one: number;
  jwk: string;
}

export interface PushSubscriptionTable {
  device: string;
  endpoint: string;
  created_at: number;
  pushed_at: number | null;
  at: number | null;
  outcome: string | null;
  status: number | null;
  reason: string | null;
}

export interface MarkTable {
  sender: string;
  recipient: string;
  n: number;
}

export interface RelaySchema {
  account: AccountTable;
  device: DeviceTable;
  session: SessionTable;
  agent: AgentTable;
  roster: RosterTable;
  anchor: AnchorTable;
  prekey: PrekeyTable;
  envelope: EnvelopeTable;
  mark: MarkTable;
  file: FileTable;
  file_room: FileRoomTable;
  file_chunk: FileChunkTable;
  file_recipient: FileRecipientTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
}
