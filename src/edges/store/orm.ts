import { drizzle } from "drizzle-orm/d1";

/** The typed query builder over one invocation's database: single-table statements only. */
export const orm = (db: D1Database) => drizzle(db, { casing: "snake_case" });
