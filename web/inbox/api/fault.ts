/**
 * Why a call to the server failed, as pages tell it: refused with a code, not reached, or not understood.
 * @module
 */

/** What was wrong with one field, by the name that the server knows it by. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** A call that failed. */
export class ApiFault extends Error {
  /**
   * `refused`: the server says no, and why; `unreachable`: no answer came, so nobody knows whether it was done; `broken`:
   * what answered is not the server, or it failed.
   */
  readonly kind: "refused" | "unreachable" | "broken";
  /** The refusal's code; `UNREACHABLE` and `BROKEN` are the page's own. */
  readonly code: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    kind: ApiFault["kind"],
    { code, status = 0, message = code, details = {} }: {
      readonly code: string;
      readonly status?: number;
      readonly message?: string;
      readonly details?: Readonly<Record<string, unknown>>;
    },
  ) {
    super(message);
    this.name = "ApiFault";
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.details = details;
  }

  /** The fields at fault; none where the refusal names none. */
  get fields(): readonly FieldFault[] {
    const { issues } = this.details;
    return Array.isArray(issues) ? issues as FieldFault[] : [];
  }

  /** Whether the same call may succeed a little later without anybody's doing. */
  get isPassing(): boolean {
    return this.kind === "unreachable" || this.status === 429 || this.status >= 502;
  }
}
