/**
 * What a page keeps of a visitor between pages, in the storage of the origin that embeds the widget: its other scripts can
 * read it, as they can read everything on their page. Storage that is blocked or full is no fault: then the page alone
 * remembers.
 * @module
 */

/** Named values of one site's widget. */
export class Keep {
  readonly #prefix: string;
  readonly #storage: Storage | undefined;
  readonly #memory = new Map<string, string>();
  readonly #pages: EventTarget;

  /** `pages`: where it is heard what other pages keep. */
  constructor(siteKey: string, storage: () => Storage, pages: EventTarget = globalThis) {
    this.#pages = pages;
    this.#prefix = `messagerie:${siteKey}:`;
    try {
      this.#storage = storage();
    } catch {
      // Blocked by the browser's settings or the frame's sandbox.
      this.#storage = undefined;
    }
  }

  /** A name that no other site's widget has in this browser. */
  nameOf(name: string): string {
    return this.#prefix + name;
  }

  /** The value, or undefined where there is none that reads as JSON. Other scripts may have written it. */
  read(name: string): unknown {
    const key = this.#prefix + name;
    try {
      const text = this.#memory.get(key) ?? this.#storage?.getItem(key);
      return text === undefined || text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Keeps a value; undefined: forgets it. */
  write(name: string, value: unknown): void {
    const key = this.#prefix + name;
    this.#memory.delete(key);
    try {
      if (value === undefined) this.#storage?.removeItem(key);
      else if (this.#storage === undefined) this.#memory.set(key, JSON.stringify(value));
      else this.#storage.setItem(key, JSON.stringify(value));
    } catch {
      this.#memory.set(key, JSON.stringify(value));
      this.#forget(key);
    }
  }

  /** What a page further on would read in place of what there was no room for. */
  #forget(key: string): void {
    try {
      this.#storage?.removeItem(key);
    } catch {
      // Blocked meanwhile: there is nothing to read either.
    }
  }

  /** Calls `listener` when another page of this browser keeps something else under this name, or nothing any more. */
  onChange(name: string, listener: () => void): void {
    this.#pages.addEventListener("storage", (event) => {
      const { key } = event as StorageEvent;
      if (key === null || key === this.#prefix + name) listener();
    });
  }

  /** The names that begin with `head`, in no order. */
  names(head: string): string[] {
    const whole = this.#prefix + head;
    let stored: string[] = [];
    try {
      stored = Object.keys(this.#storage ?? {});
    } catch {
      // Blocked meanwhile.
    }
    return [...new Set([...stored, ...this.#memory.keys()])].filter((key) => key.startsWith(whole))
      .map((key) => key.slice(this.#prefix.length));
  }
}
