/**
 * What a search must answer, found by looking through every text in memory.
 * @module
 */
import { fold } from "../../base/text.ts";
import type { DeskStore } from "../../store/messagerie/open.ts";

/** Every text of a desk, newest first. */
export class Oracle {
  readonly #seqs: number[] = [];
  readonly #inboxes: number[] = [];
  readonly #texts: string[] = [];

  /** Reads the whole desk. */
  static async read(store: DeskStore): Promise<Oracle> {
    const oracle = new Oracle();
    for (let before = Number.MAX_SAFE_INTEGER;;) {
      const rows = await store.read.selectFrom("message").select(["seq", "inbox_no", "body"])
        .where("kind", "<", 2).where("deleted_at", "is", null).where("seq", "<", before)
        .orderBy("seq", "desc").limit(20_000).execute();
      for (const message of rows) {
        oracle.#seqs.push(message.seq);
        oracle.#inboxes.push(message.inbox_no);
        oracle.#texts.push(fold(message.body));
      }
      const last = rows.at(-1);
      if (last === undefined) return oracle;
      before = last.seq;
    }
  }

  /** A text by its place, whatever the number. */
  text(at: number): string {
    return this.#texts[at % this.#texts.length] ?? "";
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The newest `limit` numbers. */
  search(query: string, scope: readonly number[] | null, limit: number): number[] {
    const words = fold(query).split(/\s+/u).filter((word) => word !== "").slice(0, 8);
    const within = scope === null ? undefined : new Set(scope);
    const found: number[] = [];
    for (let at = 0; at < this.#texts.length && found.length < limit; at++) {
      if (within !== undefined && !within.has(this.#inboxes[at] ?? -1)) continue;
      const text = this.#texts[at] ?? "";
      if (words.every((word) => text.includes(word))) found.push(this.#seqs[at] ?? 0);
    }
    return found;
  }
}
