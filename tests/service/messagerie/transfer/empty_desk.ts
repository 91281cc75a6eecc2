/** An empty desk on a database file of its own. */
import { systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import type { DeskFile, DeskItem, Section } from "../../../../service/messagerie/transfer/desk_file.ts";
import { exportDesk } from "../../../../service/messagerie/transfer/export_desk.ts";
import { importDesk } from "../../../../service/messagerie/transfer/import_desk.ts";
import { readDeskFile } from "../../../../service/messagerie/transfer/read_desk_file.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { placeDesk } from "../../../place_desk.ts";

export async function openEmptyDesk(): Promise<Desk & AsyncDisposable> {
  const place = await placeDesk();
  const store = await openDeskStore({ url: place.url, env: systemEnv });
  return {
    store,
    env: systemEnv,
    log: silentLogger,
    channels: { sms: { available: false, inboxId: null }, email: { available: false, inboxId: null } },
    wakeOutbound: () => {},
    wakeFeed: () => {},
    async [Symbol.asyncDispose]() {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** The bytes of a file, in chunks of a size that cuts characters and words apart. */
export async function* bytesOf(text: string, size = 7919): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** Imports a file given as text or as a value. */
export function load(desk: Desk, file: unknown, options: { readonly update?: boolean } = {}) {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  return importDesk(desk, readDeskFile(bytesOf(text)), { update: options.update ?? false });
}

/** The desk as a file. */
export async function save(desk: Desk): Promise<string> {
  let text = "";
  await exportDesk(desk, (more) => {
    text += more;
    return Promise.resolve();
  });
  return text;
}

/** The elements of a file, section by section in this order. */
export function* itemsOf(file: DeskFile, order: readonly Section[]): Generator<DeskItem> {
  for (const section of order) {
    for (const [index, value] of file[section].entries()) yield { section, index, value };
  }
}
