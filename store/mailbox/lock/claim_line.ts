/**
 * The one line of JSON that a claim tells whoever connects to it.
 * @module
 */
import * as z from "zod";

const claimLine = z.object({
  pid: z.number().int().positive(),
  app: z.string().max(200),
  since: z.string().max(40),
  id: z.string().regex(/^[0-9a-f]{14}$/),
  state: z.enum(["claiming", "holding"]),
});

/** `claiming` until a whole scan has found nobody else, then `holding`. */
export type ClaimLine = Readonly<z.output<typeof claimLine>>;

/** More than a line can hold. */
export const CLAIM_LINE_BYTES = 4096;

/** With its line feed. */
export function writeClaimLine(line: ClaimLine): string {
  return JSON.stringify(line) + "\n";
}

/** Undefined when it is no such line: someone is there all the same. */
export function readClaimLine(text: string): ClaimLine | undefined {
  try {
    return claimLine.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
