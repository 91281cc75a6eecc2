/**
 * A stand-in for a libSQL server: Hrana 2 over HTTP (JSON pipelines), each stream a connection to one local file. It
 * does what the protocol's description asks of a server as far as `@libsql/client` uses it, and no more; it refuses what
 * `server_rules.ts` says that a server refuses.
 * @module
 */
import NativeDatabase from "libsql";
import {
  asServer,
  expectStatement,
  expectValues,
  MAX_ANSWER_BYTES,
  MAX_TEXT_BYTES,
  MAX_TEXTS,
  ServerRefusal,
} from "./server_rules.ts";

type HranaValue =
  | { readonly type: "null" }
  | { readonly type: "integer"; readonly value: string }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "blob"; readonly base64: string };

interface Statement {
  readonly sql?: string;
  /** Instead of `sql`: a text that the stream was given before. */
  readonly sql_id?: number;
  readonly args?: readonly HranaValue[];
}

type Condition =
  | { readonly type: "ok" | "error"; readonly step: number }
  | { readonly type: "not"; readonly cond: Condition }
  | { readonly type: "and" | "or"; readonly conds: readonly Condition[] };

type Request_ =
  | { readonly type: "execute"; readonly stmt: Statement }
  | { readonly type: "batch"; readonly batch: { readonly steps: readonly Step[] } }
  | { readonly type: "store_sql"; readonly sql_id: number; readonly sql: string }
  | { readonly type: "close_sql"; readonly sql_id: number }
  | { readonly type: "close" };

interface Step {
  readonly stmt: Statement;
  readonly condition?: Condition;
}

function fromHrana(value: HranaValue): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "blob":
      return Uint8Array.from(atob(value.base64), (character) => character.charCodeAt(0));
    default:
      return value.value;
  }
}

function toHrana(value: unknown): HranaValue {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  return { type: "blob", base64: btoa(String.fromCharCode(...value as Uint8Array)) };
}

function errorOf(error: unknown): { readonly message: string; readonly code: string } {
  const { message, code } = error as Error & { readonly code?: string };
  return { message, code: code ?? "UNKNOWN" };
}

/** A connection to the file, and the texts that its client had it keep. */
interface Stream {
  readonly database: InstanceType<typeof NativeDatabase>;
  readonly texts: Map<number, string>;
  /** Its transaction was ended by the server. */
  ended: boolean;
}

/** An answer that is larger than a server gives. */
function expectSmall<Result>(result: Result): Result {
  if (JSON.stringify(result).length > MAX_ANSWER_BYTES) {
    throw new ServerRefusal("RESPONSE_TOO_LARGE", "Response is too large");
  }
  return result;
}

/** A running stand-in. */
export interface HranaStand extends AsyncDisposable {
  readonly url: string;
  /** Streams that a client has not closed. */
  readonly open: ReadonlyMap<string, unknown>;
  /** SQL of every statement, in order. */
  readonly seen: readonly string[];
  /** When set, the next pipeline is run and its answer is lost. */
  loseAnswer(): void;
  /** Ends the transactions that are open, as a server ends one that another has waited for. */
  endTransactions(): void;
}

/** Serves the file at `path` on a loopback port; where there is a `token`, every request must show it. */
export function serveHrana(path: string, token?: string): HranaStand {
  const open = new Map<string, Stream>();
  const seen: string[] = [];
  let lose = false;
  let last = 0;
  // As servers keep theirs.
  const made = new NativeDatabase(path);
  made.exec("pragma journal_mode = wal");
  made.close();

  const textOf = ({ texts }: Stream, stmt: Statement) => {
    const sql = stmt.sql ?? texts.get(stmt.sql_id ?? -1) ?? "";
    seen.push(sql);
    expectStatement(sql);
    return sql;
  };

  const prepare = (database: Stream["database"], sql: string) => {
    try {
      return database.prepare(sql);
    } catch (error) {
      throw asServer(error, "prepare");
    }
  };

  const run = (stream: Stream, sql: string, args: readonly HranaValue[] = []) => {
    if (stream.ended) {
      stream.ended = false;
      throw new ServerRefusal("TRANSACTION_TIMEOUT", "Transaction timed out");
    }
    const statement = prepare(stream.database, sql);
    statement.safeIntegers(true);
    const bound = args.map(fromHrana);
    expectValues(bound);
    try {
      if (!(statement as unknown as { reader: boolean }).reader) {
        const { changes } = statement.run(bound);
        return { cols: [], rows: [], affected_row_count: changes, last_insert_rowid: null };
      }
      const names = statement.columns().map((column) => column.name);
      const rows = statement.raw(true).all(bound) as unknown[][];
      rows.forEach(expectValues);
      return {
        cols: names.map((name) => ({ name, decltype: null })),
        rows: rows.map((row) => row.map(toHrana)),
        affected_row_count: 0,
        last_insert_rowid: null,
      };
    } catch (error) {
      throw asServer(error, "run");
    }
  };

  const batch = (stream: Stream, steps: readonly Step[]) => {
    const results: unknown[] = [];
    const errors: unknown[] = [];
    const holds = (condition: Condition): boolean => {
      switch (condition.type) {
        case "ok":
          return (results[condition.step] ?? null) !== null;
        case "error":
          return (errors[condition.step] ?? null) !== null;
        case "not":
          return !holds(condition.cond);
        case "and":
          return condition.conds.every(holds);
        case "or":
          return condition.conds.some(holds);
      }
    };
    // What one step says is refused before any is run.
    const texts = steps.map(({ stmt }) => textOf(stream, stmt));
    for (const [step, { stmt, condition }] of steps.entries()) {
      let result: unknown = null;
      let error: unknown = null;
      if (condition === undefined || holds(condition)) {
        try {
          result = run(stream, texts[step] ?? "", stmt.args);
        } catch (thrown) {
          error = errorOf(thrown);
        }
      }
      results.push(result);
      errors.push(error);
    }
    return { step_results: results, step_errors: errors };
  };

  const pipeline = (body: { readonly baton?: string | null; readonly requests: readonly Request_[] }) => {
    const baton = body.baton ?? `stream-${++last}`;
    const stream = open.get(baton) ?? { database: new NativeDatabase(path), texts: new Map(), ended: false };
    const { database, texts } = stream;
    open.set(baton, stream);
    let isOpen = true;
    const results = body.requests.map((request) => {
      try {
        switch (request.type) {
          case "execute":
            return {
              type: "ok",
              response: {
                type: "execute",
                result: expectSmall(run(stream, textOf(stream, request.stmt), request.stmt.args)),
              },
            };
          case "batch":
            return {
              type: "ok",
              response: { type: "batch", result: expectSmall(batch(stream, request.batch.steps)) },
            };
          case "store_sql":
            if (texts.size >= MAX_TEXTS) {
              throw new ServerRefusal("SQL_STORE_TOO_MANY", "The server stores no more texts");
            }
            if (request.sql.length > MAX_TEXT_BYTES) {
              throw new ServerRefusal("SQL_STORE_TOO_LARGE", "The statement is too large to be stored");
            }
            texts.set(request.sql_id, request.sql);
            return { type: "ok", response: { type: "store_sql" } };
          case "close_sql":
            texts.delete(request.sql_id);
            return { type: "ok", response: { type: "close_sql" } };
          case "close":
            isOpen = false;
            // A stream that goes away takes its transaction with it.
            if (database.inTransaction) database.exec("rollback");
            open.delete(baton);
            database.close();
            return { type: "ok", response: { type: "close" } };
        }
      } catch (error) {
        return { type: "error", error: errorOf(error) };
      }
    });
    return { baton: isOpen ? baton : null, base_url: null, results };
  };

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (token !== undefined && request.headers.get("authorization") !== `Bearer ${token}`) {
      return new Response(null, { status: 401 });
    }
    if (new URL(request.url).pathname !== "/v2/pipeline") return new Response(null, { status: 404 });
    const answer = pipeline(await request.json());
    if (lose) {
      lose = false;
      return new Response("gone", { status: 502 });
    }
    return Response.json(answer);
  });

  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    open,
    seen,
    loseAnswer: () => {
      lose = true;
    },
    endTransactions() {
      for (const stream of open.values()) {
        if (!stream.database.inTransaction) continue;
        stream.database.exec("rollback");
        stream.ended = true;
      }
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
