/**
 * What a search must answer, found by looking through every text in memory.
 * @module
 */
import { fold } from "../../base/text.ts";
import type { Kysely } from "kysely";
import type { DeskSchema } from "../../store/messagerie/schema.ts";

/** Every text of a desk, newest first. */
export class Oracle {
  readonly #ids: string[] = [];
  readonly #inboxes: number[] = [];
  readonly #texts: string[] = [];

  /** Reads the whole desk. */
  static async read(db: Kysely<DeskSchema>): Promise<Oracle> {
    const oracle = new Oracle();
    for (let before = Number.MAX_SAFE_INTEGER;;) {
      const rows = await db.selectFrom("message").select(["seq", "id", "inbox_no", "body"])
        .where("kind", "<", 2).where("deleted_at", "is", null).where("seq", "<", before)
        .orderBy("seq", "desc").limit(20_000).execute();
      for (const message of rows) {
        oracle.#ids.push(message.id);
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

  /** The ids of the newest `limit` messages. */
  search(query: string, scope: readonly number[] | null, limit: number): string[] {
    const words = fold(query).split(/\s+/u).filter((word) => word !== "").slice(0, 8);
    const within = scope === null ? undefined : new Set(scope);
    const found: string[] = [];
    for (let at = 0; at < this.#texts.length && found.length < limit; at++) {
      if (within !== undefined && !within.has(this.#inboxes[at] ?? -1)) continue;
      const text = this.#texts[at] ?? "";
      if (words.every((word) => text.includes(word))) found.push(this.#ids[at] ?? "");
    }
    return found;
  }
}
