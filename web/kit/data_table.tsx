/**
 * Rows of data: a table where there is room, a card for each row where there is not.
 * @module
 */
import type { ComponentChildren } from "preact";

/** A column. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Names the row: a heading in its card, without its column's name. */
  readonly isMain?: boolean;
  /** Buttons: no column name in a card. */
  readonly isActions?: boolean;
}

/** A table. Roles are said outright: laid out as cards, a table would lose them. */
export function DataTable<Row>(props: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A row that counts no more: dimmed. */
  readonly isFaded?: (row: Row) => boolean;
}) {
  const { caption, columns, rows, keyOf, isFaded } = props;
  return (
    <div class="data-table-box">
      <table class="data-table" role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, head, isActions }) => (
              <th key={id} role="columnheader" scope="col">
                <span class={isActions ? "visually-hidden" : undefined}>{head}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" class={isFaded?.(row) ? "is-faded" : undefined}>
              {columns.map(({ id, head, cell, isMain, isActions }) =>
                isMain
                  ? <th key={id} role="rowheader" scope="row" class="data-table-main">{cell(row)}</th>
                  : (
                    <td key={id} role="cell" class={isActions ? "data-table-actions" : undefined}>
                      {isActions ? null : <span class="data-table-label" aria-hidden="true">{head}</span>}
                      <div>{cell(row)}</div>
                    </td>
                  )
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
