import { integer, text } from "drizzle-orm/sqlite-core";

/** The columns that all resources have. */
export const base = {
  id: text().primaryKey(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  /** Incremented by each change that a person makes. */
  revision: integer().notNull().default(0),
};

/** A column that stores JSON. */
export const json = <Value>() => text({ mode: "json" }).$type<Value>();

export const flag = () => integer({ mode: "boolean" });
