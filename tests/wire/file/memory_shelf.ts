/**
 * A shelf in memory; what a crash leaves of it is what was kept.
 * @module
 */
import type { Bytes } from "../../../wire/bytes.ts";
import type { FileShelf } from "../../../wire/file/file_shelf.ts";

export class MemoryShelf implements FileShelf {
  readonly files = new Map<string, Map<number, Bytes>>();
  readonly kept = new Set<string>();
  /** Called before each step: may throw. */
  onStep: (step: string) => void = () => {};

  put(file: string, index: number, sealed: Bytes): Promise<void> {
    return this.#step(`put ${index}`, () => {
      const chunks = this.files.get(file) ?? new Map();
      this.files.set(file, chunks.set(index, sealed));
    });
  }

  keep(file: string): Promise<void> {
    return this.#step("keep", () => void this.kept.add(file));
  }

  get(file: string, index: number, length: number): Promise<Bytes | undefined> {
    return this.#step("get", () => {
      const sealed = this.files.get(file)?.get(index);
      return sealed?.length === length ? sealed : undefined;
    });
  }

  remove(file: string): Promise<void> {
    return this.#step("remove", () => {
      this.files.delete(file);
      this.kept.delete(file);
    });
  }

  list(): Promise<readonly string[]> {
    return this.#step("list", () => [...this.files.keys()]);
  }

  /** The process is gone: what was not kept is lost. */
  crash(): void {
    for (const file of this.files.keys()) if (!this.kept.has(file)) this.files.delete(file);
  }

  async #step<Result>(step: string, work: () => Result): Promise<Result> {
    await Promise.resolve();
    this.onStep(step);
    return work();
  }
}
