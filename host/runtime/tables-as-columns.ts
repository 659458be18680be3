import { is, Table } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Plugin } from "esbuild";
import { tableColumns } from "../../src/db/table-columns.ts";

/** The modules that declare tables: `schema` of tools/drizzle.config.ts. */
const DECLARING = /[\\/]src[\\/](?:engine[\\/]schema[\\/][\w-]*schema|features[\\/][\w-]+[\\/]resource[\\/]table)\.ts$/;
const READING = /[\\/]src[\\/]db[\\/]table-columns\.ts$/;

/**
 * Replaces declared tables with the columns that are read from them, which keeps drizzle out of the bundle: a fifth of
 * the time of a start.
 */
export const tablesAsColumns: Plugin = {
  name: "tables as columns",
  setup(created) {
    created.onLoad({ filter: DECLARING }, async ({ path }) => {
      const declared = Object.entries((await import(path)) as Record<string, unknown>);
      const lines = declared.map(([name, value]) => `export const ${name} = ${JSON.stringify(carried(name, value))};`);
      return { contents: lines.join("\n"), loader: "js" };
    });
    created.onLoad({ filter: READING }, () => ({
      contents: "export const tableColumns = (table) => table;",
      loader: "js",
    }));
  },
};

function carried(name: string, value: unknown): unknown {
  if (is(value, Table)) return tableColumns(value as SQLiteTable);
  if (typeof value === "string" || typeof value === "number") return value;
  throw new Error(`${name} stands beside tables, and is neither one nor a text or a number`);
}
