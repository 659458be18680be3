import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnsOf } from "./columns.ts";

/** A row as D1 gives it. */
export type Row = Record<string, string | number | null>;

type Columns<T extends SQLiteTable> = keyof T["$inferSelect"] & string;

/** The columns of a table without some, as code names them. */
export const columnsBut = <T extends SQLiteTable, K extends Columns<T>>(table: T, ...without: K[]) =>
  [...columnsOf(table).keys()].filter((name) => !without.some((one) => one === name)) as Exclude<Columns<T>, K>[];

/** The names in SQL of columns as code names them. */
export const columnNames = <T extends SQLiteTable>(table: T, names: readonly Columns<T>[]): string[] =>
  names.map((name) => columnsOf(table).get(name)!.sql);

/**
 * Reads columns of one table out of rows that a statement of our own selected, as the schema declares them: 0 and 1 are
 * booleans, JSON is parsed. A column that the statement did not select is null.
 */
export function reader<T extends SQLiteTable>(table: T) {
  const columns = columnsOf(table);
  return <K extends Columns<T>>(row: Row, ...names: readonly K[]): Pick<T["$inferSelect"], K> => {
    const record: Record<string, unknown> = {};
    for (const name of names) {
      const { sql, read } = columns.get(name)!;
      const value = row[sql] ?? null;
      record[name] = value === null || read === null ? value : read(value);
    }
    return record as Pick<T["$inferSelect"], K>;
  };
}
