import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tableColumns, type TableColumn } from "./table-columns.ts";

/** A column's name in SQL and the conversions of its values; null if they need none. */
export interface StoredColumn {
  sql: string;
  read: ((value: unknown) => unknown) | null;
  write: ((value: unknown) => unknown) | null;
}

const known = new WeakMap<object, ReadonlyMap<string, StoredColumn>>();

/** The columns of a table, by their names in code. */
export function columnsOf(table: SQLiteTable): ReadonlyMap<string, StoredColumn> {
  let columns = known.get(table);
  if (columns === undefined) {
    columns = new Map(tableColumns(table).map(([field, sql, kind]) => [field, { sql, ...AS[kind] }]));
    known.set(table, columns);
  }
  return columns;
}

/** SQLite stores booleans as 0 and 1, and JSON as text. */
const AS: Record<TableColumn[2], Omit<StoredColumn, "sql">> = {
  plain: { read: null, write: null },
  boolean: { read: (value) => Number(value) === 1, write: (value) => (value ? 1 : 0) },
  json: { read: (value) => JSON.parse(value as string) as unknown, write: (value) => JSON.stringify(value) },
};
