/**
 * What SQLite numbers in a database, and rows for it, whatever its tables are: so that a table which is added later is
 * held to the same.
 * @module
 */
import type { SqlConnection } from "../../store/libsql/connection.ts";

/** A table whose rows SQLite numbers, and the column that has the number. */
export interface NumberedTable {
  readonly name: string;
  readonly number: string;
}

/** Those whose primary key is one integer that names no row of another table, and is not fixed by its definition. */
export async function numberedTables(db: SqlConnection): Promise<NumberedTable[]> {
  const { rows } = await db.execute(
    `select t.name, p.name as number from pragma_table_list t join sqlite_schema s on s.name = t.name
      join pragma_table_info(t.name) p on p.pk = 1
    where t.schema = 'main' and t.type = 'table' and t.wr = 0 and t.name not like 'sqlite\\_%' escape '\\'
      and lower(p.type) = 'integer' and s.sql not like '%check (' || p.name || ' = 1)%'
      and not exists (select 1 from pragma_table_info(t.name) q where q.pk = 2)
      and not exists (select 1 from pragma_foreign_key_list(t.name) f where f."from" = p.name)
    order by t.name`,
    [],
  );
  return rows.map((row) => ({ name: String(row["name"]), number: String(row["number"]) }));
}

let made = 0;

/** Adds a row that holds just what it must, and gives its number. Asks of the connection that nothing is checked. */
export async function addRow(db: SqlConnection, { name, number }: NumberedTable): Promise<number> {
  const { rows: columns } = await db.execute(
    `select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null and pk = 0`,
    [name],
  );
  const unique = ++made;
  const values = columns.map(({ type }) =>
    type === "BLOB" ? new TextEncoder().encode(`b${unique}`) : type === "TEXT" ? `t${unique}` : unique
  );
  const names = columns.map((column) => `"${column["name"]}"`).join(", ");
  const { rows: [row] } = await db.execute(
    `insert into "${name}" (${names}) values (${
      values.map(() => "?").join(", ")
    }) returning "${number}" as number`,
    values,
  );
  return Number(row?.["number"]);
}

/** Lets rows in that stand for nothing. */
export async function checkNothing(db: SqlConnection): Promise<void> {
  for (const pragma of ["foreign_keys = off", "ignore_check_constraints = on"]) {
    await db.execute(`pragma ${pragma}`, []);
  }
}
