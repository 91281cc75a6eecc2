/**
 * How large one file may be, and how that is told. A file is one value in the database: where a server keeps it, a value
 * may be smaller than what we take otherwise (docs/operate.md).
 * @module
 */
import type { Refusal } from "../../../base/refusal.ts";
import type { Desk } from "../desk.ts";
import { MAX_FILE_BYTES } from "../limits.ts";
import { refuse } from "../refusals.ts";

type FilingDesk = { readonly store: Pick<Desk["store"], "maxValueBytes"> };

const MEBIBYTE = 1_048_576;

/** Bytes of one file at most; whole mebibytes, so that the row around it has room too. */
export function maxFileBytes({ store }: FilingDesk): number {
  return Math.min(MAX_FILE_BYTES, Math.floor(store.maxValueBytes / MEBIBYTE) * MEBIBYTE);
}

/** The limit in words, for people. */
export function fileTooLargeText(desk: FilingDesk): { readonly fr: string; readonly en: string } {
  const most = maxFileBytes(desk) / MEBIBYTE;
  return {
    fr: `Ce fichier est trop lourd : ${most} Mio au plus.`,
    en: `This file is too large: ${most} MiB at most.`,
  };
}

/** `FILE_TOO_LARGE` with the limit that holds here: `maxBytes`, and `reason` in both languages. */
export function fileTooLarge(desk: FilingDesk): Refusal<"FILE_TOO_LARGE"> {
  return refuse("FILE_TOO_LARGE", { maxBytes: maxFileBytes(desk), reason: fileTooLargeText(desk) });
}
