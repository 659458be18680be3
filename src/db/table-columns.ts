import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A column: its name in code, its name in SQL, and how its values are stored. */
export type TableColumn = [field: string, sql: string, kind: "plain" | "boolean" | "json"];

/**
 * The columns of a table, from its declaration. host/runtime/bundle.ts evaluates this at build time, so that the Worker
 * carries only the result: declarations of tables are larger and slow down its start.
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
