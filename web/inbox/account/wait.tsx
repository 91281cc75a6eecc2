/**
 * How long the server wants the next attempt to wait, counted down.
 * @module
 */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiFault } from "../api/fault.ts";
import { words } from "./words.ts";

/** Seconds to wait before the next attempt; 0: none. */
export interface Wait {
  readonly seconds: Signal<number>;
  /** Starts the count if that is why a call failed. */
  take(error: unknown): void;
}

/** A count that goes down by itself. */
export function useWait(): Wait {
  const seconds = useSignal(0);
  const isWaiting = seconds.value > 0;
  useEffect(() => {
    if (!isWaiting) return;
    // By the clock: a device that sleeps counts no seconds.
    const until = Date.now() + seconds.value * 1_000;
    const timer = setInterval(
      () => seconds.value = Math.max(0, Math.ceil((until - Date.now()) / 1_000)),
      250,
    );
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    seconds,
    take(error) {
      const retryAfter = error instanceof ApiFault ? error.details["retryAfter"] : undefined;
      if (typeof retryAfter === "number" && retryAfter > 0) seconds.value = retryAfter;
    },
  };
}

/** Says how long is left. It is read aloud once a quarter of a minute at most. */
export function WaitNotice({ of: { seconds } }: { readonly of: Wait }) {
  const left = seconds.value;
  if (left === 0) return null;
  const t = words.value;
  return (
    <p class="notice notice-warning" role="timer">
      {left < 90 ? t.waitSeconds(left) : t.waitMinutes(Math.ceil(left / 60))}
    </p>
  );
}
