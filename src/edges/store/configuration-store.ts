import type { Configuration } from "../../flows/manage/config/apply-config.ts";
import { piecesOf } from "../../core/pieces.ts";
import { configured } from "../../resources/registry.ts";
import type { AnyStored, Declared } from "../../resources/resource.ts";
import { FINGERPRINT } from "./conditions.ts";
import { columnOf, recordOf, recordsAsListed, selectOf, slicesOf } from "./record.ts";
import type { Row } from "./row.ts";

/**
 * All that stands in the configuration document as it is at one moment, by resource, oldest first or in the order of the document, and
 * what tells that moment from others. What there may be a hundred thousand of comes as texts, and only with what documents speak of.
 */
export async function readConfiguration(db: D1Database, order: "made" | "document"): Promise<Configuration> {
  const readings = configured.map((of) => readingOf(of, order));
  const [mark, ...all] = await db.batch<Row>(
    [`SELECT ${FINGERPRINT} AS fingerprint`, ...readings.map(({ sql }) => sql)].map((sql) => db.prepare(sql)),
  );
  const slices = configured.map((of, place) => [of.name, readings[place]!.slices(all[place]!.results)] as const);
  return { fingerprint: String(mark!.results[0]!["fingerprint"]), slices: new Map(slices) };
}

interface Reading {
  sql: string;
  /** Records are made of rows as they are wanted. */
  slices: (rows: Row[]) => (() => AnyStored[])[];
}

function readingOf(of: Declared, order: "made" | "document"): Reading {
  const by = `t.${order === "made" ? "created_at" : columnOf(of, of.document!.order)}, t.id`;
  if (of.worked === undefined)
    return {
      sql: `SELECT ${selectOf(of, false)} FROM "${of.name}" t ORDER BY ${by}`,
      slices: (rows) => [() => rows.map(recordOf(of))],
    };
  const { columns = [], alias } = of.unique ?? {};
  const spoken = [...Object.keys(of.form().shape), ...columns, ...(alias === undefined ? [] : [alias])];
  const fields = [...new Set(["id", "createdAt", "updatedAt", "revision", ...spoken])];
  const read = recordsAsListed(of, fields);
  return {
    sql: slicesOf(of, by, fields),
    slices: (rows) => rows.map((row) => () => read(String(row["records"]))),
  };
}

/** What is worked out of a sheet takes a tenth of a millisecond each. */
const AT_ONCE = 2000;

/**
 * Those of these ids that are there, with what is worked out of other tables, but without what polls remember. Those that the database
 * has put together are read together: what is worked out of a sheet is worked out of the same one a thousand times.
 */
export async function readInBrief(db: D1Database, of: Declared, ids: string[]): Promise<AnyStored[]> {
  const found: AnyStored[] = [];
  const together = Object.keys(of.placed?.columns ?? {}).map((field) => `t.${columnOf(of, field)}`);
  // With a limit it stays a table of its own, in its order.
  const rows = `SELECT t.* FROM json_each(?1) j CROSS JOIN "${of.name}" t ON t.id = j.value
    ORDER BY ${[...together, "t.id"].join(", ")} LIMIT -1`;
  // Others run between two statements.
  for (const some of piecesOf(ids, AT_ONCE)) {
    const sql = `SELECT ${selectOf(of, true, of.remembered)} FROM (${rows}) t`;
    const { results } = await db.prepare(sql).bind(JSON.stringify(some)).all<Row>();
    found.push(...results.map(recordOf(of)));
  }
  return found;
}
