import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { runs } from "../../test/support/runs.ts";
import { sqlStatements } from "./sql-statements.ts";

/** SQLite compiles the first statement of a text and says which part that was. */
function bySqlite(db: DatabaseSync, sql: string): string[] {
  const found: string[] = [];
  for (let rest = sql; ;) {
    const blank = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/.exec(rest)![0].length;
    rest = rest.slice(blank);
    if (rest === "") return found;
    const statement = db.prepare(rest);
    const text = statement.sourceSQL;
    statement.run();
    found.push(text.replace(/;$/, "").trimEnd());
    rest = rest.slice(text.length);
  }
}

test("each migration is split where SQLite itself ends its statements", async () => {
  const db = new DatabaseSync(":memory:");
  let triggers = 0;
  for (const { name, sql } of await readMigrations()) {
    const own = sqlStatements(sql);
    expect([name, own]).toEqual([name, bySqlite(db, sql)]);
    triggers += own.filter((one) => one.startsWith("CREATE TRIGGER")).length;
  }
  expect(triggers).toBeGreaterThan(10);
  db.close();
});

/** Pieces in which a semicolon or a word of the rule means something else. */
const VALUES = [
  "'a;b'",
  "'it''s; END;'",
  "1",
  "CASE WHEN 1 THEN ';' ELSE 'END;' END",
  "/* ; END ; */ 2",
  "-- ; END;\n 3",
];
const NAMES = ['"a;b"', "`c;d`", "[e;f]", '"TRIGGER"', "plain", '"END"'];

const statement = fc.oneof(
  fc.constantFrom(...VALUES).map((value) => `SELECT ${value}`),
  fc
    .tuple(
      fc.constantFrom("CREATE", "CREATE TEMP", "create\n/* ; */temporary"),
      fc.constantFrom(...VALUES),
      fc.constantFrom(...VALUES),
    )
    .map(([create, a, b]) => `${create} TRIGGER IF NOT EXISTS x AFTER INSERT ON t BEGIN SELECT ${a}; SELECT ${b}; END`),
  fc.constantFrom(...NAMES).map((name) => `CREATE TABLE IF NOT EXISTS ${name} (x)`),
  fc.constantFrom(...VALUES).map((value) => `INSERT INTO t (x) SELECT ${value} AS "end"`),
);

const between = fc.constantFrom(
  ";",
  " ;\n",
  "; -- a comment; END;\n",
  ";;",
  ";--> statement-breakpoint\n",
  "; /* ; */ ",
);

test("generated statements are split where SQLite ends them", () => {
  const seen = { triggers: 0, several: 0 };
  fc.assert(
    fc.property(fc.array(fc.tuple(statement, between), { maxLength: 6 }), fc.boolean(), (parts, cut) => {
      const whole = parts.map(([sql, end]) => sql + end).join("");
      const sql = cut ? whole.replace(/;\s*$/, "") : whole;
      const db = new DatabaseSync(":memory:");
      db.exec("CREATE TABLE t (x)");
      const expected = bySqlite(db, sql);
      expect(sqlStatements(sql)).toEqual(expected);
      db.close();
      seen.triggers += expected.filter((one) => /trigger/i.test(one)).length;
      seen.several += Number(expected.length > 1);
    }),
    { numRuns: runs(500) },
  );
  expect(Math.min(seen.triggers, seen.several)).toBeGreaterThan(10);
});
