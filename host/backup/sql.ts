import { quoted, type Value } from "../../src/features/backup/backup-format.ts";
import { columnsOf, literal, migrationsOf, rowsOf, tablesOf, type Database } from "./database.ts";

/** D1 allows 100 KB a statement. A piece has at most four bytes a character, and the rest of its statement is short. */
const STATEMENT_BYTES = 90_000;
const PIECE_CHARS = 15_000;

/** Whether this is the inside of a trigger, which has semicolons before its END. */
const insideTrigger = (statement: string): boolean =>
  /^\s*CREATE\s+TRIGGER\b/i.test(statement) && !/\bEND\s*$/i.test(statement);

/** Splits SQL into statements, at semicolons outside of quotes, comments and triggers. */
export async function* statementsIn(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = "";
  let inside: string | null = null;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk[at]!;
      if (inside === "--") inside = char === "\n" ? null : inside;
      else if (inside !== null) inside = char === inside ? null : inside;
      else if (char === "'" || char === '"' || char === "`") inside = char;
      else if (char === "-" && (chunk[at - 1] ?? statement.at(-1)) === "-") inside = "--";
      else if (char === ";" && !insideTrigger(statement + chunk.slice(from, at))) {
        yield (statement + chunk.slice(from, at)).trim();
        statement = "";
        from = at + 1;
      }
    }
    statement += chunk.slice(from);
  }
  if (statement.trim() !== "") yield statement.trim();
}

/** A database as SQL that replaces an existing one, in statements that D1 accepts. */
export function* dump(db: Database): Generator<string> {
  yield "PRAGMA defer_foreign_keys = TRUE;";
  for (const table of [...tablesOf(db), "d1_migrations"]) yield `DROP TABLE IF EXISTS ${quoted(table)};`;
  const schema = db
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC",
    )
    .all();
  const created = schema.map(({ sql }) => `${String(sql)};`);
  yield* created.filter((sql) => /^CREATE TABLE/i.test(sql));
  for (const name of migrationsOf(db)) yield `INSERT INTO d1_migrations (name) VALUES (${literal(name)});`;
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table);
    for (const row of rowsOf(db, table, columns)) yield* insertion(db, table, columns, row);
  }
  yield* created.filter((sql) => !/^CREATE TABLE/i.test(sql));
}

/** A row as a statement. If that is too long, long texts follow in pieces. */
function* insertion(db: Database, table: string, columns: string[], row: Value[]): Generator<string> {
  const into = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES`;
  const whole = `${into} (${row.map(literal).join(", ")});`;
  if (Buffer.byteLength(whole) < STATEMENT_BYTES) {
    yield whole;
    return;
  }
  const isLong = (one: Value): one is string => typeof one === "string" && one.length > PIECE_CHARS / row.length;
  yield `${into} (${row.map((one) => (isLong(one) ? "''" : literal(one))).join(", ")});`;
  const keys = keysOf(db, table);
  const where = keys.map((key) => `${quoted(key)} = ${literal(row[columns.indexOf(key)]!)}`).join(" AND ");
  for (const [index, column] of columns.entries()) {
    const text = row[index]!;
    if (!isLong(text)) continue;
    const pieces = text.match(new RegExp(`[^]{1,${PIECE_CHARS}}`, "gu"))!;
    for (const piece of pieces)
      yield `UPDATE ${quoted(table)} SET ${quoted(column)} = ${quoted(column)} || ${literal(piece)} WHERE ${where};`;
  }
}

const keysOf = (db: Database, table: string): string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info(${literal(table)}) WHERE pk > 0 ORDER BY pk`)
    .all()
    .map(({ name }) => String(name));
