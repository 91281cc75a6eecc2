/**
 * Which page of a browser follows the visitor's stream: one that is looked at, and one of the others.
 * @covers messagerie-web.widget.tabs
 */
import assert from "node:assert/strict";
import { settle } from "./browser_stub.ts";
import { FakeLock, type LockingTab } from "../kit/fake_lock.ts";
import { attend } from "../../../web/widget/attending.ts";

/** A page over a lock that other pages of its browser may have. */
class Page implements Disposable {
  readonly lock = new FakeLock();
  readonly #tab: LockingTab = { later: (run) => run() };
  readonly #other: LockingTab = { later: (run) => run() };
  streams = 0;
  readonly end: () => void;

  constructor({ isTaken }: { readonly isTaken: boolean }) {
    look("visible");
    if (isTaken) void this.#take();
    this.end = attend({ locks: this.lock.for(this.#tab), name: "stream" }, () => {
      this.streams++;
      return () => this.streams--;
    });
  }

  /** Another page waits for the lock; whether it has it by now. */
  #take(): { has: boolean } {
    const taken = { has: false };
    this.lock.for(this.#other).request("stream", {}, () => {
      taken.has = true;
      return new Promise(() => {});
    }).catch(() => {});
    return taken;
  }

  otherWaits = () => this.#take();
  otherGoes = () => this.lock.drop(this.#other);

  [Symbol.dispose](): void {
    this.end();
    look("visible");
  }
}

function look(state: "visible" | "hidden"): void {
  Object.assign(document, { visibilityState: state });
  document.dispatchEvent(new Event("visibilitychange"));
}

Deno.test("a page that nobody looks at leaves the stream to another one, and follows in its place once that is gone", async () => {
  using page = new Page({ isTaken: true });
  assert.equal(page.streams, 1, "it is looked at");
  look("hidden");
  assert.equal(page.streams, 0);
  look("visible");
  look("visible");
  assert.equal(page.streams, 1, "one, however often it is looked at");
  look("hidden");
  page.otherGoes();
  await settle();
  assert.equal(page.streams, 1, "the only page hears, although nobody looks");
  look("visible");
  assert.equal(page.streams, 1);
});

Deno.test("a page that is left, or has nothing to follow any more, holds up no other", async () => {
  using page = new Page({ isTaken: false });
  await settle();
  look("hidden");
  assert.equal(page.streams, 1, "it is its turn");
  const other = page.otherWaits();
  globalThis.dispatchEvent(new Event("pagehide"));
  await settle();
  assert.deepEqual([page.streams, other.has], [0, true]);
  look("visible");
  assert.equal(page.streams, 0, "a page that is kept for the way back does nothing");
  globalThis.dispatchEvent(new Event("pageshow"));
  assert.equal(page.streams, 1);
  page.end();
  assert.equal(page.streams, 0);
  look("visible");
  globalThis.dispatchEvent(new Event("pageshow"));
  page.otherGoes();
  await settle();
  assert.equal(page.streams, 0, "ended is ended");
});

Deno.test("where a browser has no locks, each page follows", () => {
  let streams = 0;
  const end = attend({ locks: undefined, name: "stream" }, () => {
    streams++;
    return () => streams--;
  });
  look("hidden");
  assert.equal(streams, 1);
  end();
  assert.equal(streams, 0);
  look("visible");
});
