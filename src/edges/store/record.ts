import { columnsOf } from "./columns.ts";
import type { Row } from "./row.ts";
import type { AnyStored, Base, Declared } from "../../resources/resource.ts";

/** What reading the records of a resource takes of it. */
export type Recorded<One extends Base = AnyStored> = Pick<
  Declared<One>,
  "name" | "table" | "worked" | "revived" | "one"
>;

/** The name of a field's column, quoted: "group" is one. Throws for a field that has none. */
export function columnOf(of: Recorded, field: string): string {
  const column = columnsOf(of.table).get(field);
  if (column === undefined) throw new Error(`${of.name} has no column for ${field}`);
  return `"${column.sql}"`;
}

/**
 * What stands in a SELECT of whole records from the table as `t`; `worked`: with what is worked out of other tables, of all or
 * of those for which SQL is true.
 * `without`: but for these fields.
 */
export function selectOf(of: Recorded, computed: boolean | string, without: string[] = []): string {
  const fields = fieldsOf(of).filter((field) => !without.includes(field));
  const plain = fields.map((field) => `t.${columnOf(of, field)} AS "${field}"`);
  const value = (sql: string | undefined) => (typeof computed === "string" ? `iif(${computed}, ${sql}, NULL)` : sql);
  const others =
    computed === false ? [] : Object.entries(of.worked ?? {}).map(([field, sql]) => `${value(sql)} AS "${field}"`);
  return [...plain, ...others].join(", ");
}

/** Reads the records of rows that `selectOf` gave. */
export function recordOf<One extends Base>(of: Recorded<One>): (row: Row) => One {
  const readings = [...columnsOf(of.table)].flatMap(([field, { read }]) => (read === null ? [] : [{ field, read }]));
  return (row) => {
    const one: AnyStored = { ...(row as object as AnyStored) };
    for (const { field, read } of readings) {
      const value = row[field];
      if (value !== null && value !== undefined) one[field] = read(value);
    }
    return (of.revived?.(one) ?? one) as unknown as One;
  };
}

/**
 * Records of a table as one value of a statement, JSON: whole, or these fields of them; of those that `where` (of `t`) leaves,
 * `most` at the most. In no order: D1 bills each row that a statement sorts. Text stands for text there, also where it is JSON.
 */
export function allInOne(of: Recorded, where: string, max: number, fields = fieldsOf(of)): string {
  const columns = fields.map((field) => `t.${columnOf(of, field)}`);
  return `(SELECT json_group_array(json_array(${columns.join(", ")}))
    FROM (SELECT * FROM "${of.name}" t WHERE ${where} LIMIT ${max}) t)`;
}

const fieldsOf = (of: Recorded): readonly string[] => [...columnsOf(of.table).keys()];

/** A record may have some kilobytes, and a value of D1 two megabytes. */
const SLICE = 100;

/**
 * All records of a table in an order, these fields of them, as rows of one value each, `records`: a row a hundred. No other column
 * is sorted along: some are large.
 */
export function slicesOf(of: Recorded, order: string, fields: readonly string[]): string {
  const columns = fields.map((field) => `t.${columnOf(of, field)}`).join(", ");
  return `SELECT json_group_array(json_array(${columns})) AS records
    FROM (SELECT ${columns}, (row_number() OVER (ORDER BY ${order}) - 1) / ${SLICE} AS slice FROM "${of.name}" t) t
    GROUP BY t.slice ORDER BY t.slice`;
}

/** Reads such a value, or what `allInOne` gave of the same fields. */
export function recordsAsListed(of: Recorded, fields: readonly string[]): (text: string) => AnyStored[] {
  const read = recordOf(of);
  return (text) =>
    (JSON.parse(text) as Row[string][][]).map((values) => {
      const row: Row = {};
      for (const [place, field] of fields.entries()) row[field] = values[place] ?? null;
      return read(row) as AnyStored;
    });
}

/** Reads what `allInOne` gave of the same fields, the oldest first where they say which. */
export function recordsIn<One extends Base, Field extends keyof One & string = keyof One & string>(
  of: Recorded<One>,
  fields: readonly Field[] = fieldsOf(of) as readonly Field[],
): (text: string) => Pick<One, Field>[] {
  const read = recordsAsListed(of as Recorded<never>, fields);
  return (text) => (read(text) as unknown as One[]).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** What a record's fields are in its row, of those that the table has. */
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

/** JSON carries half a character into D1, and no database keeps that as it is. */
const wellFormed = (value: unknown): unknown => (typeof value === "string" ? value.toWellFormed() : value);
