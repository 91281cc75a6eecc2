/**
 * The key that the desk's own secrets are sealed under: what the setting gives, else a file beside the database, made when
 * it is first needed. The database and its backups do not hold it. A database on a server has no file beside it: there the
 * setting is needed.
 * @module
 */
import { hkdfSync } from "node:crypto";
import type { Env } from "../../base/env.ts";
import { errorName, type Logger } from "../../base/log.ts";
import { SECRET_KEY_BYTES, type SecretKey } from "../../service/messagerie/sites/secret_key.ts";

/** Where the key comes from. */
export interface SecretKeySource {
  readonly setting: string | null;
  readonly databaseUrl: string;
}

/** The file beside the database at `path` that holds the key where no setting does. */
export function secretKeyFile(path: string): string {
  return `${path}.key`;
}

/** The key of this text: any text with enough in it will do. */
function derive(text: string): SecretKey {
  return new Uint8Array(hkdfSync("sha256", text, "", "messagerie secret key", SECRET_KEY_BYTES));
}

/**
 * The key; null where there is none. A file that cannot be read or made is told in the log: the desk works without, and
 * refuses what needs the key.
 */
export async function openSecretKey(
  { setting, databaseUrl }: SecretKeySource,
  { env, log }: { readonly env: Pick<Env, "randomBytes">; readonly log: Logger },
): Promise<SecretKey | null> {
  if (setting !== null) return derive(setting);
  const path = /^file:(.+)$/.exec(databaseUrl)?.[1];
  if (path === undefined) return null;
  const file = secretKeyFile(path);
  try {
    return await readKey(file) ?? await makeKey(file, env);
  } catch (error) {
    log.warn("secret_key_unavailable", { error: errorName(error) });
    return null;
  }
}

async function readKey(file: string): Promise<SecretKey | undefined> {
  try {
    const key = await Deno.readFile(file);
    if (key.length !== SECRET_KEY_BYTES) throw new Error("the file of the secret key is damaged");
    return key;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Written whole under another name first: of two processes that start at once, one gives it the name and both read it. */
async function makeKey(file: string, env: Pick<Env, "randomBytes">): Promise<SecretKey> {
  const draft = `${file}.${[...env.randomBytes(4)].map((byte) => byte.toString(16)).join("")}.part`;
  try {
    const handle = await Deno.open(draft, { write: true, createNew: true, mode: 0o600 });
    try {
      await handle.write(env.randomBytes(SECRET_KEY_BYTES));
      await handle.syncData();
    } finally {
      handle.close();
    }
    await Deno.link(draft, file).catch((error) => {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    });
  } finally {
    await Deno.remove(draft).catch(() => {});
  }
  const key = await readKey(file);
  if (key === undefined) throw new Error("the file of the secret key is gone");
  return key;
}
