/**
 * A process that sends what a desk's queue holds, and that kills itself at a point of the first sending. Started by
 * outbound_crash_test.ts: arguments are the database, the settings as JSON, the point, how much faster than the wall time runs.
 */
import { type Env, systemEnv } from "../../base/env.ts";
import { silentLogger } from "../../base/log.ts";
import { outboundProviders } from "../../server/messagerie/channels/channels.ts";
import type { OutboundProvider } from "../../service/messagerie/outbound/provider.ts";
import { createOutboundWorker } from "../../service/messagerie/outbound/worker.ts";
import { type DeskStore, openDeskStore } from "../../store/messagerie/open.ts";

/** Where the process dies. `never`: it is killed from outside. */
export type CrashPoint = "before_send" | "after_send" | "after_write" | "never";

/** A world that runs `factor` times as fast. */
function fastEnv(factor: number): Env {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) * factor;
  const wall = Date.now();
  return {
    ...systemEnv,
    now: () => wall + Math.floor(elapsed()),
    monotonic: elapsed,
    sleep: (ms, signal) => systemEnv.sleep(ms / factor, signal),
  };
}

/** A world that runs `factor` times as fast, but for as long as something is done `atPace`: then as the real one does. */
export function pacedEnv(
  factor: number,
): { env: Env; atPace: <Result>(work: () => Promise<Result>) => Promise<Result> } {
  const wall = Date.now();
  let [passed, seen, underWay] = [0, performance.now(), 0];
  const elapsed = () => {
    const now = performance.now();
    passed += (now - seen) * (underWay > 0 ? 1 : factor);
    seen = now;
    return passed;
  };
  const env: Env = {
    ...systemEnv,
    now: () => wall + Math.floor(elapsed()),
    monotonic: elapsed,
    async sleep(ms, signal) {
      const end = elapsed() + ms;
      do await systemEnv.sleep(Math.min(ms, 5), signal); while (elapsed() < end);
    },
  };
  const count = (by: 1 | -1) => {
    elapsed();
    underWay += by;
  };
  return {
    env,
    async atPace(work) {
      count(1);
      try {
        return await work();
      } finally {
        count(-1);
      }
    },
  };
}

function die(): Promise<never> {
  Deno.kill(Deno.pid, "SIGKILL");
  return new Promise(() => {});
}

function dying<Message>(
  provider: OutboundProvider<Message> | undefined,
  point: CrashPoint,
  sent: () => void,
) {
  if (provider === undefined) return undefined;
  const mortal: OutboundProvider<Message> = {
    ...provider,
    async send(message, signal) {
      if (point === "before_send") await die();
      const outcome = await provider.send(message, signal);
      if (point === "after_send") await die();
      sent();
      return outcome;
    },
  };
  return mortal;
}

if (import.meta.main) {
  const [url = "", settings = "{}", point = "never", factor = "1"] = Deno.args;
  const env = fastEnv(Number(factor));
  const opened = await openDeskStore({ url, env: systemEnv });
  let sent = false;
  const store: DeskStore = {
    ...opened,
    async write(work) {
      const result = await opened.write(work);
      if (sent && point === "after_write") await die();
      return result;
    },
  };
  const real = outboundProviders(JSON.parse(settings));
  const mark = () => sent = true;
  createOutboundWorker({
    store,
    env,
    log: silentLogger,
    providers: {
      sms: dying(real.sms, point as CrashPoint, mark),
      email: dying(real.email, point as CrashPoint, mark),
    },
  });
}
