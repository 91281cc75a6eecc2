/**
 * Browsers in which a person signed in once: attempts from there are counted by themselves, so that strangers who guess at
 * the person's password do not keep them out.
 * @module
 */
import type { Kysely } from "kysely";
import { deviceOwner, putDevice } from "../../../store/messagerie/guesses.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { Desk } from "../desk.ts";
import { MAX_DEVICES } from "../limits.ts";
import { hashOf, mintSecret } from "./secret.ts";

/** Remembers a browser: a new one, unless `known` names one. Gives what its cookie is to hold. */
export async function rememberDevice(
  tx: Kysely<DeskSchema>,
  desk: Pick<Desk, "env">,
  agentNo: number,
  known?: string,
): Promise<string> {
  const secret = known ?? mintSecret(desk.env);
  const device = { secretHash: hashOf(secret) as Uint8Array, agentNo, at: desk.env.now() };
  await putDevice(tx, device, MAX_DEVICES);
  return secret;
}

/** Whether this is a browser that the person signed in with before. */
export async function isDeviceOf(
  desk: Pick<Desk, "store">,
  secret: string | undefined,
  agentNo: number | undefined,
): Promise<boolean> {
  const secretHash = secret === undefined ? undefined : hashOf(secret);
  return secretHash !== undefined && agentNo !== undefined &&
    await deviceOwner(desk.store.read, secretHash) === agentNo;
}
