import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { quoted, SCHEMA_SQL, TABLES, type Value } from "./backup-format.ts";
import type { BackupDeps, Growing, Snapshot } from "./backup.ts";
import type { Row } from "../../db/row.ts";

/** Tables that grow with time. No other table depends on their rows. */
const GROWING = ["audit", "deliveries", "editions", "events", "requests", "series"];

/** Tables with few, short rows, as quotas limit them. They share a statement, since plans limit statements. */
const FEW = ["boards", "chats", "digests", "hooks", "tokens"];

/** A table's rows as one JSON value. */
const inOne = ({ name, columns }: Table): string =>
  `(SELECT json_group_array(json_array(${columns.map(quoted).join(", ")})) FROM ${quoted(name)}) AS ${quoted(name)}`;

interface Table {
  name: string;
  columns: string[];
}

const rowsIn = (results: Row[], columns: string[]): Value[][] =>
  results.map((row) => columns.map((column) => row[column] ?? null));

/** Reads a backup from D1, where no read lasts: what must fit together is read in one batch, which is one moment. */
export const backupStore = (db: D1Database): Omit<BackupDeps, "statementsLeft"> => ({
  async targets() {
    const row = await db.prepare("SELECT sum(n) AS n FROM counts WHERE name LIKE 'targets|%'").first<Row>();
    return Number(row?.["n"] ?? 0);
  },

  async snapshot(): Promise<Snapshot> {
    const tables = await tablesOf(db);
    const few = tables.filter(({ name }) => FEW.includes(name));
    const small = tables.filter(({ name }) => ![...GROWING, ...FEW].includes(name));
    const growing = tables.filter(({ name }) => GROWING.includes(name));
    const sizes = growing.map(
      ({ name }) => `(SELECT json_array(count(*), coalesce(max(rowid), 0)) FROM ${quoted(name)}) AS ${quoted(name)}`,
    );
    const [schema, migrations, last, together, ...contents] = await db.batch<Row>([
      db.prepare(SCHEMA_SQL),
      db.prepare("SELECT name FROM d1_migrations ORDER BY id"),
      // D1 allows five terms in a compound SELECT.
      db.prepare(`SELECT ${sizes.join(", ")}`),
      db.prepare(`SELECT ${few.map(inOne).join(", ")}`),
      ...small.map(({ name }) => db.prepare(`SELECT * FROM ${quoted(name)}`)),
    ]);
    const read = [
      ...small.map(
        ({ name, columns }, place) => [name, { columns, rows: rowsIn(contents[place]!.results, columns) }] as const,
      ),
      ...few.map(({ name, columns }) => {
        const rows = JSON.parse(String(together!.results[0]![name])) as Value[][];
        return [name, { columns, rows }] as const;
      }),
    ];
    const paged = growing.map(({ name, columns }): [string, Growing] => {
      const [rows, end] = JSON.parse(String(last!.results[0]![name])) as [number, number];
      return [name, { columns, rows, last: end }];
    });
    const { columns, rows } = Object.fromEntries(read)["ticker"]!;
    return {
      migrations: migrations!.results.map(({ name }) => String(name)),
      schema: schema!.results.map(({ sql }) => String(sql)),
      floor: Number(rows[0]?.[columns.indexOf("schema_floor")] ?? 0),
      small: Object.fromEntries(read),
      growing: Object.fromEntries(paged),
    };
  },

  async rows(table, { columns, last }, after, limit) {
    const { results } = await db
      .prepare(
        `SELECT rowid AS row_place, * FROM ${quoted(table)} WHERE rowid > ?1 AND rowid <= ?2 ORDER BY rowid LIMIT ?3`,
      )
      .bind(after, last, limit)
      .all<Row>();
    const next = results.length < limit ? null : Number(results.at(-1)!["row_place"]);
    return { rows: rowsIn(results, columns), next };
  },

  hash() {
    const sum = sha256.create();
    return { update: (text) => void sum.update(utf8ToBytes(text)), hex: () => bytesToHex(sum.digest()) };
  },
});

/** The tables with their columns in order. */
async function tablesOf(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(
      `SELECT m.name, json_group_array(c.name ORDER BY c.cid) AS columns
       FROM (${TABLES}) m, pragma_table_info(m.name) c GROUP BY m.name`,
    )
    .all<Row>();
  return results.map(({ name, columns }) => ({
    name: String(name),
    columns: JSON.parse(String(columns)) as string[],
  }));
}
