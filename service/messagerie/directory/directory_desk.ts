/**
 * What keeping the directory (people, inboxes, sites) needs of the desk.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Desk } from "../desk.ts";

/** The part of the desk that the directory uses: no channel, no log. */
export type DirectoryDesk = Pick<Desk, "store" | "env" | "wakeFeed">;

/** The row of the change feed that tells other processes to look at the directory anew. */
export function directoryChange(env: Pick<Env, "now">) {
  return {
    at: env.now(),
    kind: "directory",
    conversation_no: null,
    inbox_no: null,
    message_id: null,
    agent_no: null,
    payload: null,
  } as const;
}

/** The row of the change feed that tells live views to look whether this person is signed in still. */
export function sessionChange(env: Pick<Env, "now">, agentNo: number) {
  return { ...directoryChange(env), kind: "session", agent_no: agentNo } as const;
}
