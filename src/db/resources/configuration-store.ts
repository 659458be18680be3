import type { Configuration } from "../../features/config/document/deps.ts";
import type { OperationsConfig } from "../../engine/upstream/operation-form.ts";
import { chunksOf } from "../../core/concurrency.ts";
import { configured } from "../../resources/registry.ts";
import type { AnyStored, Declared } from "../../resources/resource.ts";
import { FINGERPRINT } from "./conditions.ts";
import { columnOf, recordOf, recordsAsListed, selectOf, slicesOf } from "../record.ts";
import type { Row } from "../row.ts";

/**
 * Reads the whole configuration at one moment, by resource, with its fingerprint. Records are ordered by creation or as
 * in the document. Resources with computed columns, of which there can be 100,000, are read as JSON and only with the
 * fields of the document.
 */
export async function readConfiguration(db: D1Database, order: "made" | "document"): Promise<Configuration> {
  const readings = configured.map((of) => readingOf(of, order));
  const [mark, ...all] = await db.batch<Row>(
    [
      `SELECT ${FINGERPRINT} AS fingerprint, (SELECT operations FROM ticker WHERE id = 1) AS operations`,
      ...readings.map(({ sql }) => sql),
    ].map((sql) => db.prepare(sql)),
  );
  const slices = configured.map((of, place) => [of.name, readings[place]!.slices(all[place]!.results)] as const);
  const { fingerprint, operations } = mark!.results[0]!;
  return {
    fingerprint: String(fingerprint),
    slices: new Map(slices),
    operations: JSON.parse(String(operations)) as OperationsConfig,
  };
}

interface Reading {
  sql: string;
  /** Builds the records lazily, slice by slice. */
  slices: (rows: Row[]) => (() => AnyStored[])[];
}

function readingOf(of: Declared, order: "made" | "document"): Reading {
  const by = `t.${order === "made" ? "created_at" : columnOf(of, of.document!.order)}, t.id`;
  if (of.rows?.computed === undefined)
    return {
      sql: `SELECT ${selectOf(of, false)} FROM "${of.name}" t ORDER BY ${by}`,
      slices: (rows) => [() => rows.map(recordOf(of))],
    };
  const { columns = [], alias } = of.unique ?? {};
  // What makes one the only one is compared, and never shown.
  const compared = order === "document" ? [] : [...columns, ...(alias === undefined ? [] : [alias])];
  const spoken = [...Object.keys(of.form().shape), ...compared];
  const fields = [...new Set(["id", "createdAt", "updatedAt", "revision", ...spoken])];
  const read = recordsAsListed(of, fields);
  return {
    sql: slicesOf(of, by, fields),
    slices: (rows) => rows.map((row) => () => read(String(row["records"]))),
  };
}

/** Values computed from a sheet take about 0.1 ms each. */
const AT_ONCE = 2000;

/**
 * Reads the records with these ids, including computed columns but not what polls remember. Records that share a sheet
 * are read together, because SQLite then parses each sheet once.
 */
export async function readInBrief(db: D1Database, of: Declared, ids: string[]): Promise<AnyStored[]> {
  const found: AnyStored[] = [];
  const together = Object.keys(of.rows?.assigned?.columns ?? {}).map((field) => `t.${columnOf(of, field)}`);
  // The limit keeps SQLite from flattening the subquery, and so preserves its order.
  const rows = `SELECT t.* FROM json_each(?1) j CROSS JOIN "${of.name}" t ON t.id = j.value
    ORDER BY ${[...together, "t.id"].join(", ")} LIMIT -1`;
  // Other requests run between two statements.
  for (const some of chunksOf(ids, AT_ONCE)) {
    const sql = `SELECT ${selectOf(of, true, of.rows?.pollColumns)} FROM (${rows}) t`;
    const { results } = await db.prepare(sql).bind(JSON.stringify(some)).all<Row>();
    found.push(...results.map(recordOf(of)));
  }
  return found;
}
