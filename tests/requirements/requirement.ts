/**
 * A promise of the source documents or of a contract, that some test must cite as `@covers ID`.
 * @module
 */
export interface Requirement {
  readonly id: string;
  /** The promise in one sentence. */
  readonly says: string;
  /** The document and its section. */
  readonly source: string;
}

/** Rows of one section, told as `[id, sentence]`. */
export function section(source: string, rows: readonly (readonly [string, string])[]): Requirement[] {
  return rows.map(([id, says]) => ({ id, says, source }));
}
