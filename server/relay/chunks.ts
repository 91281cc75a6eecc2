/**
 * Sealed chunks of files, in and out (wire/file/chunk_call.ts). What is stored is durable before it is said so.
 * @module
 */
import { findChunk, findFile, insertChunk } from "../../store/relay/files.ts";
import { equalBytes } from "../../wire/bytes.ts";
import { CHUNK_PATH, MAX_SEALED_BYTES } from "../../wire/file/chunk_call.ts";
import { authorize, type AuthorizeContext } from "./authorize.ts";
import type { Bodies } from "./bodies.ts";
import type { Principal } from "./principal.ts";
import { refuse } from "./refusals.ts";
import type { TokenBuckets } from "./token_bucket.ts";

/** What serving chunks needs. */
export interface ChunkContext extends AuthorizeContext {
  readonly chunkRate: TokenBuckets;
  readonly bodies: Bodies;
}

/** Slower than this is no line to send files over. */
const CHUNK_MS = 60_000;

/** Whether a path is a chunk's. */
export function isChunkPath(pathname: string): boolean {
  return CHUNK_PATH.test(pathname);
}

/**
 * Takes or gives a chunk.
 * @throws {Refusal}
 */
export async function answerChunk(context: ChunkContext, request: Request): Promise<Response> {
  const [, file = "", place = ""] = CHUNK_PATH.exec(new URL(request.url).pathname) ?? [];
  if (request.method !== "PUT" && request.method !== "GET") throw refuse("METHOD_NOT_ALLOWED");
  const caller = await authorize(context, "endpoint", request, context.chunkRate);
  if (request.method === "GET") return await give(context, caller, file, Number(place));
  const body = await context.bodies.read(request, caller.endpoint, MAX_SEALED_BYTES, CHUNK_MS);
  await take(context, caller, file, Number(place), body);
  return new Response(null, { status: 204 });
}

async function give(
  { store }: ChunkContext,
  { account }: Principal,
  id: string,
  place: number,
): Promise<Response> {
  const file = await findFile(store.read, id);
  if (file?.account !== account || file.whole_at === null) throw refuse("NOT_FOUND");
  const body = await findChunk(store.read, id, place);
  if (body === undefined) throw refuse("NOT_FOUND");
  return new Response(new Uint8Array(body), { headers: { "content-type": "application/octet-stream" } });
}

async function take(
  { store, env }: ChunkContext,
  { account, endpoint }: Principal,
  id: string,
  place: number,
  body: Uint8Array,
): Promise<void> {
  await store.write(async (db) => {
    const file = await findFile(db, id);
    if (file?.account !== account || file.sender !== endpoint) throw refuse("NOT_FOUND");
    if (place >= file.chunks || body.length !== file.sealed_bytes) throw refuse("INVALID_REQUEST");
    const held = await findChunk(db, id, place);
    if (held === undefined) await insertChunk(db, file, place, body, env.now());
    else if (!equalBytes(held, body)) throw refuse("FILE_CONFLICT");
  });
}
