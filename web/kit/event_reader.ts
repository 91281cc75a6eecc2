/**
 * Reads Server-Sent Events out of a stream of text (WHATWG HTML §9.2), piece by piece, however it is cut. Pure.
 * @module
 */

/** One event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes pieces of the stream and gives the events that they end. */
export class EventReader {
  #rest = "";
  #event = "";
  #data: string[] = [];
  #id = "";
  #lastId = "";

  /** The last id that was told; an id may come without an event. */
  get lastId(): string {
    return this.#lastId;
  }

  /** The events that this piece completes, in order. */
  take(piece: string): readonly ServerEvent[] {
    const text = this.#rest + piece;
    const found: ServerEvent[] = [];
    let start = 0;
    for (const end of text.matchAll(/\r\n|\r|\n/g)) {
      // A carriage return at the end may be half of a line's end.
      if (end[0] === "\r" && end.index + 1 === text.length) break;
      const event = this.#line(text.slice(start, end.index));
      if (event !== undefined) found.push(event);
      start = end.index + end[0].length;
    }
    this.#rest = text.slice(start);
    return found;
  }

  #line(line: string): ServerEvent | undefined {
    if (line === "") {
      const event = this.#data.length === 0
        ? undefined
        : { event: this.#event || "message", data: this.#data.join("\n") };
      this.#lastId = this.#id;
      this.#event = "";
      this.#data = [];
      return event;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return undefined;
  }
}
