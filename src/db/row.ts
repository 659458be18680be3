import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnsOf } from "./columns.ts";

/** Whether a text has the form of an id. Such a text is safe inside a statement. */
export const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** Checks ids that go into a statement as text. Throws if one is malformed. */
export function checkIds(ids: string[]): void {
  for (const id of ids) if (!isId(id)) throw new Error("an id has signs that no id of ours has");
}

/** A list of ids for IN. Throws if one is malformed. */
export function idList(ids: string[]): string {
  checkIds(ids);
  return ids.map((id) => `'${id}'`).join(", ");
}

/**
 * Ids as rows in SQL. D1 bills each entry of `json_each` and of IN, and allows only 100 parameters. Throws if an id is
 * malformed.
 */
export function idRows(ids: string[]): string {
  checkIds(ids);
  return ids.length === 0 ? "SELECT NULL AS column1" : `VALUES ${ids.map((id) => `('${id}')`).join(", ")}`;
}

/** A row as D1 returns it. */
export type Row = Record<string, string | number | null>;

/** A column of texts; null for none. */
export const textOf = (value: Row[string] | undefined): string | null => (value == null ? null : String(value));

type Columns<T extends SQLiteTable> = keyof T["$inferSelect"] & string;

/** The columns of a table except some, by their names in code. */
export const columnsBut = <T extends SQLiteTable, K extends Columns<T>>(table: T, ...without: K[]) =>
  [...columnsOf(table).keys()].filter((name) => !without.some((one) => one === name)) as Exclude<Columns<T>, K>[];

/** The SQL names of columns. */
export const columnNames = <T extends SQLiteTable>(table: T, names: readonly Columns<T>[]): string[] =>
  names.map((name) => columnsOf(table).get(name)!.sql);

/**
 * Returns a function that reads columns of a table from a row as the schema declares them: 0 and 1 become booleans,
 * JSON is parsed. A column that is missing from the row is null.
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
