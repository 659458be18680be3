import { readFile } from "node:fs/promises";
import { is, Table } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Plugin } from "esbuild";
import { tableColumns } from "../../src/edges/store/table-columns.ts";

/** zod's way to a JSON Schema, which the document of the API is made by and no Worker needs: a fifth of what it takes of zod. */
const SCHEMA_MAKERS = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;

const EXPORTED = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** Puts in place of a module's functions ones that throw; a form asks for its own as it is made, so `create…` answers with one. */
export const withoutSchemaMakers: Plugin = {
  name: "without schema makers",
  setup(made) {
    made.onLoad({ filter: SCHEMA_MAKERS }, async ({ path }) => {
      const names = [...(await readFile(path, "utf8")).matchAll(EXPORTED)].map(([, name]) => name!);
      const contents = [
        `const gone = () => { throw new Error("no part of the Worker: scripts/host/left-out.ts") };`,
        ...names.map((name) => `export const ${name} = ${name.startsWith("create") ? "() => gone" : "gone"};`),
      ];
      return { contents: contents.join("\n"), loader: "js" };
    });
  },
};

/** Modules that make tables and patterns as they are loaded, which nothing says to be without effect: esbuild keeps them all. */
const MAKING = /[\\/]js-yaml[\\/]dist[\\/]js-yaml\.mjs$/;

/** A variable of a module with what makes it, which ends where another line is not indented. */
const MADE = /^var (\w+) = (?!class|function|\d)([\s\S]+?);$(?=\n\S)/gm;

/** Says of a module's variables that none is wanted but by its name, so that those that nobody uses stay out. */
export const withoutUnusedVariables: Plugin = {
  name: "without unused variables",
  setup(made) {
    made.onLoad({ filter: MAKING }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll(MADE, "var $1 = /* @__PURE__ */ (() => ($2))();"), loader: "js" };
    });
  },
};

/** The modules that declare tables: `schema` of drizzle.config.ts. */
const DECLARING = /[\\/]src[\\/](?:edges[\\/]store[\\/][\w-]*schema|resources[\\/][\w-]+[\\/]table)\.ts$/;
const READING = /[\\/]src[\\/]edges[\\/]store[\\/]table-columns\.ts$/;

/** Puts in place of each declared table the columns that are read of it, and drizzle stays out. */
export const tablesAsColumns: Plugin = {
  name: "tables as columns",
  setup(made) {
    made.onLoad({ filter: DECLARING }, async ({ path }) => {
      const declared = Object.entries((await import(path)) as Record<string, unknown>);
      const lines = declared.map(([name, value]) => `export const ${name} = ${JSON.stringify(carried(name, value))};`);
      return { contents: lines.join("\n"), loader: "js" };
    });
    made.onLoad({ filter: READING }, () => ({
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
