import { integer, text } from "drizzle-orm/sqlite-core";

/** The columns that every table of a resource has. */
export const base = {
  id: text().primaryKey(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  /** Moves with each change that people make. */
  revision: integer().notNull().default(0),
};

/** A column that holds JSON. */
export const json = <Value>() => text({ mode: "json" }).$type<Value>();

export const flag = () => integer({ mode: "boolean" });
