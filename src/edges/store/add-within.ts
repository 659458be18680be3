type Value = string | number | boolean | null;

interface Bound {
  /** How many rows there may be. */
  most: number;
  /** Which rows count, as SQL; all without. */
  counted?: string;
}

/** What came of adding a row: `taken` by another of the same key. */
export type Added = "added" | "full" | "taken";

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds a row, by the names of its columns in camel case, unless there are `most` already: looked at in the same statement. */
export async function addWithin(
  db: D1Database,
  table: string,
  row: Record<string, Value>,
  { most, counted = "true" }: Bound,
): Promise<Added> {
  const entries = Object.entries(row);
  const columns = entries.map(([name]) => snake(name)).join(", ");
  const places = entries.map((_, index) => `?${index + 1}`).join(", ");
  const values = entries.map(([, value]) => (typeof value === "boolean" ? Number(value) : value));
  const count = (limit: number) => `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${counted} LIMIT ${limit}))`;
  const { meta } = await db
    .prepare(`INSERT INTO ${table} (${columns}) SELECT ${places} WHERE ${count(most)} < ${most} ON CONFLICT DO NOTHING`)
    .bind(...values)
    .run();
  if (meta.changes > 0) return "added";
  const many = await db.prepare(`SELECT ${count(most)} AS many`).first<number>("many");
  return Number(many) < most ? "taken" : "full";
}
