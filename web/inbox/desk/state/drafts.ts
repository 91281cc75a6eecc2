/**
 * What was typed and not sent, kept on this device for each account and conversation: over a reload, over a session that
 * ended, over going elsewhere. Bounded: the oldest go first.
 * @module
 */

/** What a draft is for. A note's text and a reply's never meet. */
export type DraftKind = "reply" | "note" | "first";

/** How many drafts are kept. */
const MOST = 200;

/** A shelf for drafts. */
export interface Shelf extends Pick<Storage, "getItem" | "setItem" | "removeItem" | "key"> {
  readonly length: number;
}

/** The drafts of one account. */
export class Drafts {
  readonly #shelf: Shelf;
  readonly #head: string;
  readonly #now: () => number;
  /** What a full or forbidden shelf does not take lives as long as the page. */
  readonly #here = new Map<string, string>();

  constructor(
    account: string,
    { shelf, now = Date.now }: { readonly shelf: Shelf; readonly now?: () => number },
  ) {
    this.#shelf = shelf;
    this.#head = `messagerie.draft.${account}.`;
    this.#now = now;
  }

  /** What was typed; "" for nothing. */
  read(conversationId: string, kind: DraftKind): string {
    const key = this.#key(conversationId, kind);
    const here = this.#here.get(key);
    if (here !== undefined) return here;
    return textOf(this.#stored(key));
  }

  /** Keeps what is typed now; "" forgets it. */
  write(conversationId: string, kind: DraftKind, text: string): void {
    const key = this.#key(conversationId, kind);
    try {
      if (text === "") this.#shelf.removeItem(key);
      else this.#shelf.setItem(key, `${this.#now()} ${text}`);
      this.#here.delete(key);
      if (text !== "") this.#prune();
    } catch {
      this.#here.set(key, text);
    }
  }

  /** The conversations that have a draft of a reply or a note. */
  conversations(): ReadonlySet<string> {
    const keys = [...this.#keys(), ...[...this.#here].flatMap(([key, text]) => text === "" ? [] : [key])];
    return new Set(keys.flatMap((key) => {
      const [kind, id] = key.slice(this.#head.length).split(/\.(.*)/s);
      return id === undefined || kind === "first" ? [] : [id];
    }));
  }

  #key(conversationId: string, kind: DraftKind): string {
    return `${this.#head}${kind}.${conversationId}`;
  }

  #stored(key: string): string | null {
    try {
      return this.#shelf.getItem(key);
    } catch {
      return null;
    }
  }

  #keys(): string[] {
    const keys: string[] = [];
    try {
      for (let at = 0; at < this.#shelf.length; at++) {
        const key = this.#shelf.key(at);
        if (key?.startsWith(this.#head)) keys.push(key);
      }
    } catch {
      // A browser that keeps nothing has none.
    }
    return keys;
  }

  #prune(): void {
    const keys = this.#keys();
    if (keys.length <= MOST) return;
    const byAge = keys.map((key) => ({ key, at: Number.parseInt(this.#stored(key) ?? "0") }))
      .sort((a, b) => a.at - b.at);
    for (const { key } of byAge.slice(0, keys.length - MOST)) this.#shelf.removeItem(key);
  }
}

function textOf(stored: string | null): string {
  return stored === null ? "" : stored.slice(stored.indexOf(" ") + 1);
}
