/**
 * Sealed files on their way out, in the device's database: chunks by file and place. The counterpart of the terminal client's
 * folder (`store/mailbox/folder_shelf.ts`).
 * @module
 */
import type { Bytes } from "../../../wire/bytes.ts";
import type { FileShelf } from "../../../wire/file/file_shelf.ts";
import { inTransaction, resultOf } from "./database.ts";

/** Every key of a file: an array sorts after all numbers. */
const allOf = (file: string) => IDBKeyRange.bound([file], [file, []]);

/** The shelf in a device's database. Its methods throw what `inTransaction` throws. */
export function databaseShelf(database: IDBDatabase): FileShelf {
  return {
    async put(file, index, sealed) {
      await inTransaction(
        database,
        "readwrite",
        (store) => resultOf(store("files").put(sealed, [file, index])),
      );
    },
    // Each transaction is durable by itself.
    keep: () => Promise.resolve(),
    async get(file, index, length) {
      const sealed: Bytes | undefined = await inTransaction(
        database,
        "readonly",
        (store) => resultOf(store("files").get([file, index])),
      );
      return sealed?.length === length ? sealed : undefined;
    },
    async remove(file) {
      await inTransaction(database, "readwrite", (store) => resultOf(store("files").delete(allOf(file))));
    },
    async list() {
      const keys = await inTransaction(
        database,
        "readonly",
        (store) => resultOf(store("files").getAllKeys()),
      );
      return [...new Set(keys.map((key) => String((key as IDBValidKey[])[0])))];
    },
  };
}
