import { getTableColumns, type Column } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A row as D1 gives it. */
export type Row = Record<string, string | number | null>;

type Columns<T extends SQLiteTable> = keyof T["$inferSelect"] & string;

/** The columns of a table without some, as code names them. */
export const columnsBut = <T extends SQLiteTable, K extends Columns<T>>(table: T, ...without: K[]) =>
  Object.keys(getTableColumns(table)).filter((name) => !without.some((one) => one === name)) as Exclude<
    Columns<T>,
    K
  >[];

/** The name of a column in SQL. */
export const sqlName = ({ keyAsName, name }: Column): string => (keyAsName ? toSnakeCase(name) : name);

/** The names in SQL of columns as code names them. */
export const columnNames = <T extends SQLiteTable>(table: T, names: readonly Columns<T>[]): string[] =>
  names.map((name) => sqlName(getTableColumns(table as SQLiteTable)[name]!));

/** How a column is read out of what D1 gives; null for those whose values are as they stand. */
export const readingOf = (column: Column): ((value: unknown) => unknown) | null =>
  ["string", "number"].includes(column.dataType) ? null : (value) => column.mapFromDriverValue(value);

/**
 * Reads columns of one table out of rows that a statement of our own selected, as the schema declares them: 0 and 1 are
 * booleans, JSON is parsed. A column that the statement did not select is null.
 */
export function reader<T extends SQLiteTable>(table: T) {
  const columns = getTableColumns(table as SQLiteTable);
  const known = new Map(
    Object.entries(columns).map(([name, column]) => [name, { sql: sqlName(column), reading: readingOf(column) }]),
  );
  return <K extends Columns<T>>(row: Row, ...names: readonly K[]): Pick<T["$inferSelect"], K> => {
    const read: Record<string, unknown> = {};
    for (const name of names) {
      const { sql, reading } = known.get(name)!;
      const value = row[sql] ?? null;
      read[name] = value === null || reading === null ? value : reading(value);
    }
    return read as Pick<T["$inferSelect"], K>;
  };
}
