import { expect, test } from "vitest";
import { readMigrations, statementsOf, type Migration } from "../../host/runtime/migrations.ts";

/** The first migration that must be additive, or raise the floor. */
const FIRST = 3;

const numberOf = ({ name }: Migration): number => Number.parseInt(name, 10);

/** The floor that a migration sets; null where it sets none. */
const floorIn = (one: Migration): number | null => {
  const found = statementsOf(one).flatMap((sql) => /^UPDATE ticker SET schema_floor = (\d+);?$/i.exec(sql)?.[1] ?? []);
  return found.length === 0 ? null : Number(found[0]);
};

const names = (sql: string, pattern: RegExp): string[] =>
  [...sql.matchAll(pattern)].map((found) => found[1]!.toLowerCase());

/** What is new since the first: tables, and columns of older tables as `table.column`. Older code knows nothing of it. */
function newIn(migrations: Migration[]): Set<string> {
  const all = migrations.flatMap(statementsOf);
  return new Set([
    ...all.flatMap((sql) => names(sql, /^CREATE TABLE [`"]?(\w+)/gi)),
    ...all.flatMap((sql) => {
      const column = /^ALTER TABLE [`"]?([\w-]+)[`"]? ADD (?:COLUMN )?[`"]?(\w+)/i.exec(sql);
      return column === null ? [] : `${column[1]}.${column[2]}`.toLowerCase();
    }),
  ]);
}

/** Why a statement may break code of the version before; null where it does not. */
function breaking(raw: string, known: Set<string>): string | null {
  const sql = raw
    .replace(/^--.*$/gm, "")
    .trim()
    .replace(/;$/, "");
  const table = (pattern: RegExp) => pattern.exec(sql)?.[1]?.toLowerCase() ?? "";
  if (/^UPDATE ticker SET schema_floor = \d+$/i.test(sql) || sql === "") return null;
  if (/^CREATE TABLE /i.test(sql)) {
    const cascades = names(sql, /REFERENCES [`"]?(\w+)[`"]?(?![^,]*ON DELETE (?:cascade|set null))/gi);
    return cascades.some((one) => !known.has(one)) ? "it keeps rows of an older table from being deleted" : null;
  }
  if (/^CREATE INDEX /i.test(sql)) return null;
  if (/^CREATE UNIQUE INDEX /i.test(sql))
    return known.has(table(/ ON [`"]?(\w+)/i)) ? null : "a unique index refuses rows of an older table";
  if (/^ALTER TABLE [`"]?[\w-]+[`"]? ADD /i.test(sql)) {
    const needed = /NOT NULL/i.test(sql) && !/ DEFAULT /i.test(sql);
    return needed || / CHECK| REFERENCES/i.test(sql) ? "older code writes no value that it takes" : null;
  }
  if (/^CREATE TRIGGER /i.test(sql)) {
    if (!/ AFTER (INSERT|UPDATE|DELETE)/i.test(sql) || /RAISE\s*\(/i.test(sql)) return "a trigger may refuse a write";
    const written = [
      ...names(sql, /INSERT (?:OR \w+ )?INTO [`"]?(\w+)/gi),
      ...names(sql, /UPDATE (?!OF )[`"]?(\w+)[`"]? SET/gi),
      ...names(sql, /DELETE FROM [`"]?(\w+)/gi),
    ];
    return written.every((one) => known.has(one)) ? null : "a trigger writes to an older table";
  }
  if (/^(INSERT|UPDATE|DELETE) /i.test(sql)) {
    const to = table(/^(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) [`"]?(\w+)/i);
    if (known.has(to)) return null;
    const set = /^UPDATE [`"]?\w+[`"]? SET ([`"]?\w+[`"]?) = /i.exec(sql)?.[1]?.replace(/\W/g, "").toLowerCase();
    const single = !/,\s*[`"]?\w+[`"]? = /.test(sql);
    return set !== undefined && single && known.has(`${to}.${set}`) ? null : "it changes what older code has written";
  }
  return "it takes away or changes what older code uses";
}

const triggerOf = (sql: string, verb: "CREATE" | "DROP"): string | null =>
  new RegExp(`^${verb} TRIGGER [\`"]?(\\w+)`, "i").exec(sql)?.[1] ?? null;

/**
 * Statements without triggers that come back as they were, but for a condition on a table of which older code knows nothing: for that
 * code they do what they did.
 */
function withoutRests(statements: string[], all: string[], known: Set<string>): string[] {
  const rested = /( WHEN| AND) NOT EXISTS \(SELECT 1 FROM (\w+)\) BEGIN/i;
  return statements.filter((sql, place) => {
    const drops = triggerOf(sql, "DROP") !== null;
    const creation = drops ? statements[place + 1] : sql;
    const name = triggerOf(creation ?? "", "CREATE");
    const own = drops ? sql : (statements[place - 1] ?? "");
    if (creation === undefined || name === null || triggerOf(own, "DROP") !== name) return true;
    const condition = rested.exec(creation);
    if (condition === null || !known.has(condition[2]!.toLowerCase())) return true;
    const before = all.slice(0, all.indexOf(creation)).findLast((one) => triggerOf(one, "CREATE") === name);
    return before?.replace(/;\s*$/, "") !== creation.replace(rested, " BEGIN").replace(/;\s*$/, "");
  });
}

/** What keeps code of the version before from running after these migrations, a sentence each. */
function wrongs(migrations: Migration[]): string[] {
  const later = migrations.filter((one) => numberOf(one) >= FIRST);
  const known = newIn(later);
  return later.flatMap((one) => {
    const floor = floorIn(one);
    if (floor !== null) return floor > numberOf(one) ? [`${one.name} sets a floor above its own number.`] : [];
    const all = migrations.flatMap(statementsOf);
    return withoutRests(statementsOf(one), all, known).flatMap((sql) => {
      const why = breaking(sql, known);
      return why === null ? [] : [`${one.name} is not additive (${why}) and raises no floor: ${sql.split("\n")[0]!}`];
    });
  });
}

test("migrations are additive, or say which code may still run", async () => {
  expect(wrongs(await readMigrations())).toEqual([]);
});

const later = (sql: string, name = "9000_later.sql"): Migration => ({ name, sql });

test.each([
  "DROP TABLE targets",
  "ALTER TABLE targets DROP COLUMN past",
  "ALTER TABLE targets RENAME COLUMN past TO history",
  "ALTER TABLE targets ADD zone text NOT NULL",
  "DROP INDEX deliveries_due",
  "CREATE UNIQUE INDEX one_name ON targets (name)",
  "CREATE TABLE extras (id text REFERENCES targets(id))",
  "UPDATE targets SET state = '{}'",
  "DELETE FROM events",
  "INSERT INTO watchlists (id) VALUES ('wl_2')",
  "CREATE TRIGGER no_more BEFORE INSERT ON targets BEGIN SELECT RAISE(ABORT, 'no'); END",
  "CREATE TRIGGER counted AFTER INSERT ON targets BEGIN UPDATE counts SET n = n + 1; END",
  "DROP TRIGGER lists_go",
  "CREATE TABLE rest (id text);--> statement-breakpoint\nDROP TRIGGER targets_go;--> statement-breakpoint\nCREATE TRIGGER targets_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM rest) BEGIN UPDATE counts SET n = 0; END",
])("%s is not additive, and may only come with a floor", async (sql) => {
  const before = await readMigrations();
  expect(wrongs([...before, later(sql)])).not.toEqual([]);
  const raised = `${sql};--> statement-breakpoint\nUPDATE ticker SET schema_floor = 20;`;
  expect(wrongs([...before, later(raised)])).toEqual([]);
});

test.each([
  "CREATE TABLE `extras` (`id` text PRIMARY KEY, `of` text REFERENCES targets(id) ON DELETE cascade)",
  "ALTER TABLE `targets` ADD `zone` text",
  "ALTER TABLE `targets` ADD `zone` text DEFAULT '' NOT NULL",
  "CREATE INDEX zones ON targets (name)",
  "ALTER TABLE `targets` ADD `zone` text;--> statement-breakpoint\nUPDATE targets SET zone = name",
  "CREATE TABLE zones (id text);--> statement-breakpoint\nCREATE UNIQUE INDEX zone ON zones (id);--> statement-breakpoint\nINSERT INTO zones SELECT id FROM targets;--> statement-breakpoint\nCREATE TRIGGER zoned AFTER DELETE ON targets BEGIN DELETE FROM zones WHERE id = old.id; END",
])("%s is additive", async (sql) => {
  expect(wrongs([...(await readMigrations()), later(sql)])).toEqual([]);
});

test("a floor is no higher than the migration that sets it", async () => {
  expect(wrongs([later("DROP TABLE x;--> statement-breakpoint\nUPDATE ticker SET schema_floor = 9001;")])).toEqual([
    "9000_later.sql sets a floor above its own number.",
  ]);
});
