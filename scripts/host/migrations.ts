import { readdir, readFile } from "node:fs/promises";
import { inRoot } from "../place.ts";

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations of this checkout, in order. */
export async function readMigrations(folder = inRoot("migrations")): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(`${folder}/${name}`, "utf8") })));
}

/** The statements of a migration, as drizzle-kit divides them. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .split("--> statement-breakpoint")
    .map((one) => one.trim())
    .filter((one) => one !== "");
