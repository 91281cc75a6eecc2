/**
 * Announcing files and letting them go. Place is reserved at the announcement, so that an upload that began can end.
 * @module
 */
import {
  addRecipients,
  allFileBytes,
  filesOf,
  findFile,
  heldChunks,
  insertFile,
  releaseFiles,
} from "../../../store/relay/files.ts";
import { listEndpoints } from "../../../store/relay/presence.ts";
import { refuse } from "../refusals.ts";
import type { Handlers } from "./handler.ts";

export const fileHandlers: Pick<Handlers, "announceFile" | "releaseFiles"> = {
  async announceFile({ store, env, log, limits }, { account, endpoint: sender }, input) {
    const { file: id, chunks, sealedBytes, recipients } = input;
    return await store.write(async (db) => {
      const own = new Set((await listEndpoints(db, account)).map((endpoint) => endpoint.id));
      const known = [...new Set(recipients)].filter((to) => to !== sender && own.has(to));
      if (known.length === 0) throw refuse("RECIPIENT_UNKNOWN");
      const file = await findFile(db, id);
      const at = file?.created_at ?? env.now();
      if (!file) {
        const size = chunks * sealedBytes;
        const { count, bytes } = await filesOf(db, account);
        if (count >= limits.filesPerAccount || bytes + size > limits.fileBytesPerAccount) {
          throw refuse("FILES_FULL");
        }
        const all = await allFileBytes(db);
        if (all + size > limits.fileBytes) {
          log.warn("files_full", { bytes: all, maxBytes: limits.fileBytes });
          throw refuse("FILES_FULL");
        }
        await insertFile(db, { id, account, sender, chunks, sealedBytes, at });
      } else if (
        file.account !== account || file.sender !== sender || file.chunks !== chunks ||
        file.sealed_bytes !== sealedBytes
      ) throw refuse("FILE_CONFLICT");
      await addRecipients(db, id, known);
      const held = new Set(await heldChunks(db, id));
      const missing = Array.from({ length: chunks }, (_, place) => place).filter((place) => !held.has(place));
      return { missing, until: at + limits.fileRetentionMs };
    });
  },

  async releaseFiles({ store }, caller, { files }) {
    await store.write((db) => releaseFiles(db, files, caller));
    return {};
  },
};
