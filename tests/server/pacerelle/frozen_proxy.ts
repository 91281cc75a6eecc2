/**
 * A TCP proxy before a relay that can fall silent without closing anything: what a dead network looks like.
 * @module
 */

/** Listens on a free port and passes bytes on, both ways, until it is frozen. */
export class FrozenProxy implements Disposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #target: number;
  readonly #open = new Set<Deno.Conn>();
  frozen = false;

  constructor(targetUrl: string) {
    this.#target = Number(new URL(targetUrl).port);
    void this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  /** Passes bytes on again; what was open before is cut. */
  thaw(): void {
    this.frozen = false;
    this.#cut();
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
      this.#open.add(client).add(server);
      void this.#pass(client, server);
      void this.#pass(server, client);
    }
  }

  async #pass(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(16_384);
    try {
      for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
        if (this.frozen) continue;
        for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
      }
    } catch {
      // One side is gone.
    }
    for (const side of [from, to]) {
      if (this.#open.delete(side)) side.close();
    }
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    this.#cut();
  }

  #cut(): void {
    for (const side of this.#open) side.close();
    this.#open.clear();
  }
}
