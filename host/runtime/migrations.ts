import { readdir, readFile } from "node:fs/promises";
import { sqlStatements } from "../../src/core/sql-statements.ts";
import { inRoot } from "../place.ts";

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations of this version, in order. */
export async function readMigrations(folder = inRoot("migrations")): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(`${folder}/${name}`, "utf8") })));
}

/** The statements of a migration. */
export const statementsOf = ({ sql }: Migration): string[] => sqlStatements(sql);
