/**
 * Calls as pages show them: a value or why there is none, in words.
 * @module
 */
import type { Loaded } from "../kit/resource.tsx";
import { faultInWords } from "./words.ts";

/** What a call gives, or why it failed. */
export async function loaded<Value>(call: Promise<Value>): Promise<Loaded<Value>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    return { ok: false, message: faultInWords(error) };
  }
}

/** Why a call failed; undefined when it was done. */
export async function faultOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return faultInWords(error);
  }
}
