import { readdir, readFile } from "node:fs/promises";

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations of this checkout, in order. */
export async function readMigrations(folder = "migrations"): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(`${folder}/${name}`, "utf8") })));
}
