/**
 * Expected refusals: one type, minted only by a product's declarative table (code → HTTP status → message).
 * Anything else that is thrown is a bug and becomes INTERNAL_ERROR at the edge.
 * @module
 */

/** One row of a product's table. `message` is shown to people and models. */
export interface RefusalRow {
  /** HTTP status where the refusal leaves over HTTP. */
  readonly status: number;
  readonly message: string;
}

/** An expected refusal. `details` holds only what the caller may see. */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: Code, row: RefusalRow, details?: Readonly<Record<string, unknown>>) {
    super(row.message);
    this.code = code;
    this.status = row.status;
    this.details = details;
  }

  /** What a client reads: `{code, message, details?}`. */
  toJSON(): { code: Code; message: string; details?: Readonly<Record<string, unknown>> } {
    return this.details === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, details: this.details };
  }
}

/**
 * Makes the only function that mints a product's refusals.
 * @example `const refuse = refuser(TABLE); throw refuse("CONTACT_NOT_FOUND");`
 */
export function refuser<const Table extends Readonly<Record<string, RefusalRow>>>(table: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    details?: Readonly<Record<string, unknown>>,
  ): Refusal<Code> => new Refusal(code, table[code] as RefusalRow, details);
}
