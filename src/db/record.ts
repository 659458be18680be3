import { columnsOf } from "./columns.ts";
import type { Row } from "./row.ts";
import type { AnyStored, Base, Declared } from "../resources/resource.ts";

/** What reading records needs to know of a resource. */
export type Recorded<One extends Base = AnyStored> = Pick<Declared<One>, "name" | "table" | "rows" | "one">;

/** The quoted name of a field's column, since "group" is a keyword. Throws if the field has no column. */
export function columnOf(of: Recorded, field: string): string {
  const column = columnsOf(of.table).get(field);
  if (column === undefined) throw new Error(`${of.name} has no column for ${field}`);
  return `"${column.sql}"`;
}

/**
 * The columns of a SELECT of whole records from the table as `t`. `computed` adds columns that are derived from other
 * tables, for all rows or for those where an SQL condition is true. `without` leaves out fields.
 */
export function selectOf(of: Recorded, computed: boolean | string, without: string[] = []): string {
  const fields = fieldsOf(of).filter((field) => !without.includes(field));
  const plain = fields.map((field) => `t.${columnOf(of, field)} AS "${field}"`);
  const value = (sql: string | undefined) => (typeof computed === "string" ? `iif(${computed}, ${sql}, NULL)` : sql);
  const rest =
    computed === false
      ? []
      : Object.entries(of.rows?.computed ?? {}).map(([field, sql]) => `${value(sql)} AS "${field}"`);
  return [...plain, ...rest].join(", ");
}

/** Returns a function that reads records from rows of `selectOf`. */
export function recordOf<One extends Base>(of: Recorded<One>): (row: Row) => One {
  const read = recordIn(of);
  return (row) => read({ ...row });
}

/** Makes a row the record that it holds. */
function recordIn<One extends Base>(of: Recorded<One>): (row: Row) => One {
  const readings = [...columnsOf(of.table)].flatMap(([field, { read }]) => (read === null ? [] : [{ field, read }]));
  return (row) => {
    const one = row as object as AnyStored;
    for (const { field, read } of readings) {
      const value = one[field];
      if (value !== null && value !== undefined) one[field] = read(value);
    }
    of.rows?.complete?.(one);
    return one as unknown as One;
  };
}

/**
 * Up to `max` records of a table that match `where` (for `t`) as one JSON value, with all or some fields. They are
 * unordered, because D1 bills each sorted row. JSON columns stay text.
 */
export function allInOne(of: Recorded, where: string, max: number, fields = fieldsOf(of)): string {
  const columns = fields.map((field) => `t.${columnOf(of, field)}`);
  return `(SELECT json_group_array(json_array(${columns.join(", ")}))
    FROM (SELECT * FROM "${of.name}" t WHERE ${where} LIMIT ${max}) t)`;
}

const fieldsOf = (of: Recorded): readonly string[] => [...columnsOf(of.table).keys()];

/** Records per slice. A record may have several kilobytes, a value of D1 up to 2 MB. */
const SLICE = 100;

/**
 * All records of a table in an order, with some fields, as rows of a JSON value `records` for a hundred records each.
 * Only the selected columns are sorted, because others can be large.
 */
export function slicesOf(of: Recorded, order: string, fields: readonly string[]): string {
  const columns = fields.map((field) => `t.${columnOf(of, field)}`).join(", ");
  return `SELECT json_group_array(json_array(${columns})) AS records
    FROM (SELECT ${columns}, (row_number() OVER (ORDER BY ${order}) - 1) / ${SLICE} AS slice FROM "${of.name}" t) t
    GROUP BY t.slice ORDER BY t.slice`;
}

/** Returns a function that parses a slice, or a value of `allInOne` with the same fields. */
export function recordsAsListed(of: Recorded, fields: readonly string[]): (text: string) => AnyStored[] {
  const read = recordIn(of);
  return (text) =>
    (JSON.parse(text) as Row[string][][]).map((values) => {
      const row: Row = {};
      for (let place = 0; place < fields.length; place++) row[fields[place]!] = values[place] ?? null;
      return read(row) as AnyStored;
    });
}

/** Returns a function that parses a value of `allInOne` with the same fields. Records are sorted oldest first. */
export function recordsIn<One extends Base, Field extends keyof One & string = keyof One & string>(
  of: Recorded<One>,
  fields: readonly Field[] = fieldsOf(of) as readonly Field[],
): (text: string) => Pick<One, Field>[] {
  const read = recordsAsListed(of as Recorded<never>, fields);
  return (text) => (read(text) as unknown as One[]).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** The row values of those of a record's fields that have a column. */
export function rowOf(of: Recorded, one: AnyStored, fields: string[]): Row {
  const columns = columnsOf(of.table);
  const row: Row = {};
  for (const field of fields) {
    const column = columns.get(field);
    const value = one[field];
    if (column === undefined || value === undefined) continue;
    row[field] =
      value === null ? null : (wellFormed(column.write === null ? value : column.write(value)) as Row[string]);
  }
  return row;
}

/** Replaces lone surrogates. JSON could carry them into D1, but no database stores them unchanged. */
const wellFormed = (value: unknown): unknown => (typeof value === "string" ? value.toWellFormed() : value);
