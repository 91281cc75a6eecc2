/**
 * What stands in the field of each conversation, from one page to the next.
 * @module
 */
import type { Keep } from "./keep.ts";

const HEAD = "draft:";

/** Drafts by conversation; null: the one that is not begun. */
export class Drafts {
  readonly #keep: Keep;
  /** What was typed into fields that were empty, since it is asked who the visitor is; undefined: it is not. */
  #typed: Map<string | null, string> | undefined;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  of(conversationId: string | null): string {
    const kept = this.#keep.read(HEAD + (conversationId ?? "new"));
    return typeof kept === "string" ? kept : "";
  }

  keep(conversationId: string | null, text: string): void {
    if (this.#typed?.has(conversationId) || this.of(conversationId) === "") {
      this.#typed?.set(conversationId, text);
    }
    this.#write(conversationId, text);
  }

  /** A conversation is begun: what stands in its field stays there. */
  begin(conversationId: string): void {
    const text = this.of(null);
    const isTyped = this.#typed?.has(null) === true;
    this.keep(null, "");
    if (isTyped) this.keep(conversationId, text);
    else this.#write(conversationId, text);
  }

  /** It is asked who the visitor is: what is typed from now on is theirs. */
  hold(): void {
    this.#typed = new Map();
  }

  /** It is known who the visitor is. */
  release(): void {
    this.#typed = undefined;
  }

  /** The visitor is another one, who finds what they have typed themselves, for a conversation that is not begun. */
  handOver(): void {
    const typed = [...this.#typed?.values() ?? []].filter((text) => text !== "").join("\n");
    this.clear();
    this.#typed?.clear();
    this.keep(null, typed);
  }

  clear(): void {
    for (const name of this.#keep.names(HEAD)) this.#keep.write(name, undefined);
  }

  #write(conversationId: string | null, text: string): void {
    this.#keep.write(HEAD + (conversationId ?? "new"), text === "" ? undefined : text);
  }
}
