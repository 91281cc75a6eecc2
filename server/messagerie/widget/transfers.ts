/**
 * Files on their way from and to visitors, bounded in bytes: anybody may send one, and fetch it again as slowly as they like,
 * and each of up to 10 MiB is in memory meanwhile.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";

const MIB = 1_048_576;
/** Bytes at once: of one address (an office, a proxy), of this process. */
export const MOST_ON_THE_WAY = { address: 64 * MIB, process: 256 * MIB } as const;
/** A file that was not fetched within this time is cut off: 10 MiB take as long to be sent. */
const FETCH_MS = 300_000;
/** What is handed to the network at once. */
const PIECE_BYTES = 65_536;

/** What is on its way through one process. */
export class Transfers {
  readonly #ofAddress = new Map<string, number>();
  #all = 0;

  /**
   * Makes room for so many bytes; what it gives must be called when they are no longer held, and counts once.
   * @throws {Refusal} `RATE_LIMITED` when too much is on its way
   */
  take(network: string, bytes: number): () => void {
    const own = this.#ofAddress.get(network) ?? 0;
    if (own + bytes > MOST_ON_THE_WAY.address || this.#all + bytes > MOST_ON_THE_WAY.process) {
      throw refuse("RATE_LIMITED", { retryAfter: 5 });
    }
    this.#add(network, bytes);
    let held = true;
    return () => {
      if (held) this.#add(network, -bytes);
      held = false;
    };
  }

  #add(network: string, bytes: number): void {
    this.#all += bytes;
    const own = (this.#ofAddress.get(network) ?? 0) + bytes;
    if (own === 0) this.#ofAddress.delete(network);
    else this.#ofAddress.set(network, own);
  }
}

const shared = new WeakMap<DeskStore, Transfers>();

/** Those of a desk's process. */
export function transfersOf({ store }: { readonly store: DeskStore }): Transfers {
  const transfers = shared.get(store) ?? new Transfers();
  shared.set(store, transfers);
  return transfers;
}

/** A file as its reader takes it. `onEnd` is called once: when all was taken, when the reader left, or when it took too long. */
export function inPieces(
  content: Uint8Array,
  env: Pick<Env, "sleep">,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    onEnd();
  };
  let at = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      env.sleep(FETCH_MS, ended.signal).then(() => {
        controller.error(new Error("the reader is too slow"));
        end();
      }).catch(() => {});
    },
    pull(controller) {
      if (at < content.length) controller.enqueue(content.subarray(at, at += PIECE_BYTES));
      if (at < content.length) return;
      controller.close();
      end();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}
