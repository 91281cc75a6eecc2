/**
 * The first record of a new endpoint's journal.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { fromBase64url, toBase64url } from "../bytes.ts";
import { type Identity, identityFromSeed } from "../identity.ts";
import type { EndpointRecord } from "./records.ts";
import type { EndpointState } from "./state.ts";

/** A new identity for `self` (`agent_…` or `device_…`). Append it before anything else, once in a journal's life. */
export function newIdentityRecord(
  env: Pick<Env, "randomBytes" | "now">,
  self: string,
): Extract<EndpointRecord, { t: "identity" }> {
  return { t: "identity", self, seed: toBase64url(env.randomBytes(32)), at: env.now() };
}

/** The identity in a state; undefined when there is none, or when the platform keeps its key. */
export async function identityOf(state: EndpointState): Promise<Identity | undefined> {
  return state.seed === null ? undefined : await identityFromSeed(fromBase64url(state.seed));
}
