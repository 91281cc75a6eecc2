/**
 * A way that is gone without a word: nothing is refused and nothing closed, it is only that nobody answers any more. The page
 * finds out long before the heartbeat would, says so, and takes it back once the relay is heard.
 * @covers pacerelle-web.app.silence
 * @module
 */
import { AppWorld, signUp } from "./app_world.ts";

/** Longer than the test waits: whoever waits for the heartbeat says nothing in time. */
const HEARTBEAT_MS = 60_000;

/** A way to `port` that can fall silent, and speak again: what was held comes then. */
class Way implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #ends = new Set<Deno.Conn>();
  #held: Promise<void> = Promise.resolve();
  #release = () => {};

  constructor(port: number) {
    void this.#take(port);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  fallSilent(): void {
    this.#held = new Promise((release) => this.#release = release);
  }

  speak(): void {
    this.#release();
  }

  async #take(port: number): Promise<void> {
    for await (const near of this.#listener) {
      const far = await Deno.connect({ hostname: "127.0.0.1", port });
      for (const end of [near, far]) this.#ends.add(end);
      void this.#pass(near, far);
      void this.#pass(far, near);
    }
  }

  async #pass(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const held = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: async (chunk, out) => {
        await this.#held;
        out.enqueue(chunk);
      },
    });
    // Either side may go at any moment.
    await from.readable.pipeThrough(held).pipeTo(to.writable).catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#release();
    this.#listener.close();
    for (const end of this.#ends) {
      try {
        end.close();
      } catch {
        // Its stream has closed it.
      }
    }
    return Promise.resolve();
  }
}

Deno.test("a relay that falls silent is said to be away within seconds, and there again once it is heard", async () => {
  await using world = await AppWorld.open({ heartbeatMs: HEARTBEAT_MS });
  await using way = new Way(Number(new URL(world.url).port));
  const { page } = await world.device({ at: way.url });
  await signUp(page, "ada@exemple.fr", "Ordinateur");
  const banner = page.getByRole("region", { name: "À savoir" });
  await page.getByText("Aucune conversation").waitFor();
  way.fallSilent();
  await banner.getByText("Hors ligne.").waitFor({ timeout: HEARTBEAT_MS / 2 });
  way.speak();
  await banner.getByText("Hors ligne.").waitFor({ state: "detached", timeout: HEARTBEAT_MS });
});
