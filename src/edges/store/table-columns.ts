import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A column: what code calls it, what SQL calls it, and how its values stand in the database. */
export type TableColumn = [field: string, sql: string, kind: "plain" | "boolean" | "json"];

/**
 * The columns of a table as it is declared. The Worker carries these alone: scripts/host/bundle.ts works them out, since what
 * declares tables is larger than all that is read by it, and slower to begin.
 */
export const tableColumns = (table: SQLiteTable): TableColumn[] =>
  Object.entries(getTableColumns(table)).map(([field, { name, keyAsName, dataType }]) => [
    field,
    keyAsName ? toSnakeCase(name) : name,
    kindOf(dataType),
  ]);

function kindOf(dataType: string): TableColumn[2] {
  if (dataType === "boolean" || dataType === "json") return dataType;
  if (dataType === "string" || dataType === "number") return "plain";
  throw new Error(`no column of ours is ${dataType}`);
}
