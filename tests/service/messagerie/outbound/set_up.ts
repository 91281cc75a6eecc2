/** A desk, a scripted provider and workers on it, in a world whose time the test moves. */
import { silentLogger } from "../../../../base/log.ts";
import type { SmsMessage } from "../../../../service/messagerie/outbound/provider.ts";
import {
  createOutboundWorker,
  type OutboundWorkerOptions,
} from "../../../../service/messagerie/outbound/worker.ts";
import { ManualEnv } from "./manual_env.ts";
import { OutboundDesk, ScriptedProvider } from "./outbound_desk.ts";

export async function setUp() {
  const env = new ManualEnv();
  const desk = await OutboundDesk.open(env);
  const sms = new ScriptedProvider<SmsMessage>(env);
  const work = (options: Partial<OutboundWorkerOptions> = {}) =>
    createOutboundWorker({ store: desk.store, env, log: silentLogger, providers: { sms }, ...options });
  const end = async (worker: { stop(graceMs?: number): Promise<void> }) => {
    const stopped = worker.stop(0);
    await env.advance(60_000);
    await stopped;
    await desk[Symbol.asyncDispose]();
  };
  return { env, desk, sms, work, end };
}
