/**
 * A push service on this machine, as a relay reaches it where a test says that `https://push.test` is it.
 * @module
 */
import { until } from "../../../until.ts";

/** One push as it came. */
export interface Pushed {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Answers what it is told to. */
export class FakePushService implements AsyncDisposable {
  readonly pushes: Pushed[] = [];
  /** Of the next pushes; the last one stays. */
  answers: number[] = [201];
  /** Does not answer at all. */
  isDeaf = false;
  /** Takes pushes and never says so. */
  isSlow = false;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname } = new URL(request.url);
      this.pushes.push({ path: pathname, headers: request.headers, body: await request.bytes() });
      while (this.isSlow && !request.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10));
      const status = this.answers.length > 1 ? this.answers.shift() ?? 500 : this.answers[0] ?? 500;
      const headers = status === 302 ? { location: "https://ailleurs.test/" } : {};
      return new Response(null, { status, headers });
    });
  }

  /** What a relay takes as its parts for pushes. */
  get parts() {
    const own: typeof fetch = (input, init) => {
      if (this.isDeaf) return Promise.reject(new TypeError("connection refused"));
      const { origin, pathname } = new URL(String(input));
      if (origin !== "https://push.test") throw new Error(`called ${origin}`);
      return fetch(`http://127.0.0.1:${this.#server.addr.port}${pathname}`, init);
    };
    return { isAllowed: (endpoint: string) => new URL(endpoint).host === "push.test", fetch: own };
  }

  /** Waits for the `count`th push. */
  async until(count: number): Promise<void> {
    await until(() => this.pushes.length >= count, () => `${this.pushes.length} pushes`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
