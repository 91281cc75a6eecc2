/**
 * What a libSQL server refuses, as far as its published source tells (`libsql-server`: how statements are analysed, how
 * Hrana maps errors, the limits that it starts with): it parses each statement, takes those of a few kinds, and ends what
 * gets too large. Stated as rules of ours; its parser is not here, so what it would not be able to read is not found.
 * @module
 */

/** An error as Hrana carries it. */
export class ServerRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The longest text, blob or row, in bytes. */
export const MAX_VALUE_BYTES = 5_000_000;
/** The most that one request's results may take. */
export const MAX_ANSWER_BYTES = 10_000_000;
/** How many texts a stream keeps, and the longest of them. */
export const MAX_TEXTS = 50;
export const MAX_TEXT_BYTES = 5_000;

/** Pragmas that are taken with a value. */
const OPEN_PRAGMAS: ReadonlySet<string> = new Set([
  "collation_list",
  "compile_options",
  "data_version",
  "database_list",
  "defer_foreign_keys",
  "encoding",
  "foreign_key_check",
  "foreign_key_list",
  "foreign_keys",
  "freelist_count",
  "function_list",
  "index_list",
  "index_xinfo",
  "integrity_check",
  "legacy_file_format",
  "module_list",
  "page_count",
  "pragma_list",
  "quick_check",
  "stats",
  "table_info",
  "table_list",
  "table_xinfo",
  "user_version",
]);

/** Pragmas that may be asked and not set. */
const READABLE_PRAGMAS: ReadonlySet<string> = new Set([
  "analysis_limit",
  "application_id",
  "auto_vacuum",
  "automatic_index",
  "busy_timeout",
  "cache_size",
  "cache_spill",
  "cell_size_check",
  "checkpoint_fullfsync",
  "fullfsync",
  "hard_heap_limit",
  "journal_mode",
  "journal_size_limit",
  "legacy_alter_table",
  "locking_mode",
  "max_page_count",
  "mmap_size",
  "page_size",
  "query_only",
  "read_uncommitted",
  "recursive_triggers",
  "reverse_unordered_selects",
  "schema_version",
  "secure_delete",
  "soft_heap_limit",
  "synchronous",
  "temp_store",
  "threads",
  "trusted_schema",
  "wal_autocheckpoint",
]);

/** Tables that are the server's own. */
const RESERVED: ReadonlySet<string> = new Set([
  "_litestream_seq",
  "_litestream_lock",
  "libsql_wasm_func_table",
]);

/** Statements that are taken whatever they say after these words; `table`: unless that one is the server's own. */
const TAKEN: readonly RegExp[] = [
  /^(?:begin|commit|end|rollback|savepoint|release|select|values|explain)\b/,
  /^create table (?:if not exists )?(?!temp \.)/,
  /^create virtual table (?:if not exists )?(?!temp \.)/,
  /^create (?:unique )?index\b/,
  /^create (?:trigger|view)\b/,
  /^drop (?:index|trigger|view)\b/,
  /^(?:insert|replace)\b.*? into (?<table>\S+)/,
  /^update (?:or \w+ )?(?<table>\S+)/,
  /^delete from (?<table>\S+)/,
  /^drop table (?:if exists )?(?<table>\S+)/,
  /^alter table (?<table>\S+)/,
];

/** A literal, a comment, a word, a name between quotes, or one other character. */
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\/|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\p{L}\p{N}_$]+|\S/gu;

/** The words of a text in lower case: names without their quotes, of a literal only that it is one. */
function wordsOf(sql: string): string[] {
  return [...sql.matchAll(TOKEN)].map(([token]) => token)
    .filter((token) => !token.startsWith("--") && !token.startsWith("/*"))
    .map((token) => token.startsWith("'") ? "''" : token.replace(/^["`[]|["`\]]$/g, "").toLowerCase());
}

/** Statements of a text. The ones inside a trigger belong to it. */
function statementsOf(words: readonly string[]): string[][] {
  const statements: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    const current = statements.at(-1) ?? [];
    const isTrigger = current[0] === "create" && current.slice(1, 3).includes("trigger");
    if (isTrigger && (word === "begin" || word === "case")) depth++;
    if (isTrigger && word === "end") depth--;
    if (word === ";" && depth === 0) statements.push([]);
    else current.push(word);
  }
  return statements.filter((statement) => statement.length > 0);
}

/** `with` names results before the statement that says what is done: that one begins at the first such word outside brackets. */
function withoutNames(words: readonly string[]): readonly string[] {
  if (words[0] !== "with") return words;
  let depth = 0;
  const at = words.findIndex((word) => {
    if (word === "(") depth++;
    if (word === ")") depth--;
    return depth === 0 && /^(?:select|values|insert|replace|update|delete)$/.test(word);
  });
  return at < 0 ? words : words.slice(at);
}

function isTaken(words: readonly string[]): boolean {
  const [first, ...rest] = words;
  if (first === "pragma") {
    const [name = "", ...value] = rest[1] === "." ? rest.slice(2) : rest;
    return OPEN_PRAGMAS.has(name) || (READABLE_PRAGMAS.has(name) && value.length === 0);
  }
  const text = withoutNames(words).join(" ");
  return TAKEN.some((kind) => {
    const match = kind.exec(text);
    return match !== null && !RESERVED.has(match.groups?.["table"] ?? "");
  });
}

/** @throws {ServerRefusal} when a server would not take this text as a statement */
export function expectStatement(sql: string): void {
  const statements = statementsOf(wordsOf(sql));
  const [statement] = statements;
  if (statement === undefined) {
    throw new ServerRefusal("SQL_NO_STATEMENT", "SQL string does not contain any statement");
  }
  if (!isTaken(statement)) {
    throw new ServerRefusal(
      "SQL_PARSE_ERROR",
      `SQL string could not be parsed: unsupported statement: ${sql}`,
    );
  }
  if (statements.length > 1) {
    throw new ServerRefusal("SQL_MANY_STATEMENTS", "SQL string contains more than one statement");
  }
}

/** @throws {ServerRefusal} when a value is longer than a row may be */
export function expectValues(values: readonly unknown[]): void {
  for (const value of values) {
    const bytes = typeof value === "string"
      ? new TextEncoder().encode(value).length
      : value instanceof Uint8Array
      ? value.length
      : 0;
    if (bytes > MAX_VALUE_BYTES) {
      throw new ServerRefusal(
        "ARGS_INVALID",
        "Arguments do not match SQL parameters: string or blob too big",
      );
    }
  }
}

/** SQLite's own errors as a server passes them on: what extends a code is not told, and what it cannot read has its own. */
export function asServer(error: unknown, step: "prepare" | "run"): unknown {
  if (!(error instanceof Error) || error instanceof ServerRefusal) return error;
  const { code = "" } = error as Error & { readonly code?: string };
  const [base = "SQLITE_UNKNOWN"] = /^SQLITE_[A-Z]+/.exec(code) ?? [];
  if (base !== "SQLITE_ERROR") return new ServerRefusal(base, `SQLite error: ${error.message}`);
  return step === "prepare"
    ? new ServerRefusal("SQL_INPUT_ERROR", `SQL input error: ${error.message} (at offset 0)`)
    : new ServerRefusal("SQLITE_UNKNOWN", `SQLite error: ${error.message}`);
}
