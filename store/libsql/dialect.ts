/**
 * A Kysely dialect over one {@linkcode SqlConnection}: a queue of its own hands the connection to one user at a time, so
 * transactions never interleave. Kysely's published libSQL dialects pin old clients and lack savepoints.
 * @module
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { SqlConnection } from "./connection.ts";

/** How a dialect reaches its database. */
export interface LibsqlDialectOptions {
  readonly connection: SqlConnection;
  /** Begins a transaction; may wait for another process that writes. */
  begin(connection: SqlConnection): Promise<void>;
  /** Whether a connection may have tables of its own, as a file's may: see `scratch_table.ts`. */
  readonly hasTemporary?: boolean;
}

class Connection implements DatabaseConnection {
  readonly #inner: SqlConnection;

  constructor(inner: SqlConnection) {
    this.#inner = inner;
  }

  get inner(): SqlConnection {
    return this.#inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#inner.execute(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for await (const row of this.#inner.stream(query.sql, query.parameters)) yield { rows: [row as R] };
  }
}

/** Hands the connection to one user at a time, in the order of asking. */
export class LibsqlDriver implements Driver {
  readonly #options: LibsqlDialectOptions;
  readonly #connection: Connection;
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  constructor(options: LibsqlDialectOptions) {
    this.#options = options;
    this.#connection = new Connection(options.connection);
  }

  /** The connection, when nobody holds it or waits for it. */
  get idle(): SqlConnection | undefined {
    return this.#busy ? undefined : this.#options.connection;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The connection passes straight to the next in line, so nobody can slip in between.
    if (next === undefined) this.#busy = false;
    else next();
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return this.#options.begin(this.#options.connection);
  }

  async commitTransaction(): Promise<void> {
    await this.#options.connection.execute("commit", []);
  }

  async rollbackTransaction(): Promise<void> {
    try {
      await this.#options.connection.execute("rollback", []);
    } catch {
      // On a full disk, among others, SQLite has rolled back by itself: the first error is the one to tell.
    }
  }

  async savepoint(_: DatabaseConnection, name: string): Promise<void> {
    await this.#options.connection.execute(`savepoint ${quoted(name)}`, []);
  }

  async rollbackToSavepoint(_: DatabaseConnection, name: string): Promise<void> {
    await this.#options.connection.execute(`rollback to ${quoted(name)}`, []);
  }

  async releaseSavepoint(_: DatabaseConnection, name: string): Promise<void> {
    await this.#options.connection.execute(`release ${quoted(name)}`, []);
  }

  async destroy(): Promise<void> {
    await this.#options.connection.close();
  }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** SQLite's adapter, with transactional DDL: a migration that fails halfway leaves nothing behind. */
export class LibsqlAdapter extends SqliteAdapter {
  readonly hasTemporary: boolean;

  constructor(hasTemporary: boolean) {
    super();
    this.hasTemporary = hasTemporary;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The dialect; one per connection. */
export class LibsqlDialect implements Dialect {
  readonly driver: LibsqlDriver;
  readonly #hasTemporary: boolean;

  constructor(options: LibsqlDialectOptions) {
    this.driver = new LibsqlDriver(options);
    this.#hasTemporary = options.hasTemporary ?? false;
  }

  createDriver(): Driver {
    return this.driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): LibsqlAdapter {
    return new LibsqlAdapter(this.#hasTemporary);
  }

  // deno-lint-ignore no-explicit-any -- Kysely's own signature
  createIntrospector(db: Kysely<any>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}
