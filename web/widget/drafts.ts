/**
 * What stands in the field of each conversation, from one page to the next.
 * @module
 */
import type { Keep } from "./keep.ts";

const HEAD = "draft:";

/** Drafts by conversation; null: the one that is not begun. */
export class Drafts {
  readonly #keep: Keep;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  of(conversationId: string | null): string {
    const kept = this.#keep.read(HEAD + (conversationId ?? "new"));
    return typeof kept === "string" ? kept : "";
  }

  keep(conversationId: string | null, text: string): void {
    this.#keep.write(HEAD + (conversationId ?? "new"), text === "" ? undefined : text);
  }

  clear(): void {
    for (const name of this.#keep.names(HEAD)) this.#keep.write(name, undefined);
  }
}
