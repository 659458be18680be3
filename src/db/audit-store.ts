import { DAY_MS } from "../core/duration.ts";
import type { Json } from "../core/json.ts";
import type { AuditEntry } from "./audit-view.ts";
import { listed, type Listed, type Page, type SeqKey } from "../core/page.ts";
import { jsonChunks } from "./json-chunks.ts";
import type { Row } from "./row.ts";
import type { Bound } from "./resources/statements.ts";

interface Store {
  /** Adds all entries or none. Returns false if the log has reached its daily limit. */
  add(entries: AuditEntry[]): Promise<boolean>;
  /**
   * Adds `more` to the count of the entry with this key, or creates that entry. Returns false if it would have to
   * create one and the log has reached its daily limit. `always` ignores the limit.
   */
  merge(entry: AuditEntry, key: string, more: number, always: boolean): Promise<boolean>;
  list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
}

const COLUMNS = [
  "at",
  "tokenId",
  "tokenName",
  "operation",
  "subject",
  "request",
  "status",
  "address",
  "requestId",
] as const;

/** The same in SQL. */
const INTO = "at, token_id, token_name, operation, subject, request, status, address, request_id";

const INSERT = `INSERT INTO audit (${INTO}, write_id)
  SELECT ${COLUMNS.map((_, place) => `j.value ->> ${place}`).join(", ")}, ?2 FROM json_each(?1) j`;

const rowOf = (one: AuditEntry) =>
  COLUMNS.map((name) => (name === "request" ? JSON.stringify(one.request) : (one[name] ?? null)));

/** Statements that add these entries, each with the id of the write that they belong to. */
export function auditStatements(entries: AuditEntry[], writeId: string | null = null): Bound[] {
  return jsonChunks(entries.map(rowOf)).map(({ text }) => ({ sql: INSERT, params: [text, writeId] }));
}

/** More entries than other writes can add while one write runs. */
const LATEST = 1000;

/** Finds a write by its id among the latest entries. */
export const writeIn = (writeId: string): Bound => ({
  sql: `SELECT 1 AS is_in FROM (SELECT write_id FROM audit ORDER BY seq DESC LIMIT ${LATEST}) WHERE write_id = ?`,
  params: [writeId],
});

const COUNT_MORE = `UPDATE audit SET request = json_set(request, '$.count', json_extract(request, '$.count') + ?2)
  WHERE merge_key = ?1`;

/** Daily limit. All entries count, but only those stored without a change are refused. */
const ENTRIES_A_DAY = 5000;

/**
 * Whether the log has reached its daily limit at an instant. Reads two rows: only the oldest entries are ever deleted,
 * so sequence numbers have no gaps.
 */
const isFull = (
  at: string,
): string => `coalesce((SELECT at FROM audit WHERE seq <= (SELECT max(seq) FROM audit) - ${ENTRIES_A_DAY}
  ORDER BY seq DESC LIMIT 1) > ${at} - ${DAY_MS}, 0)`;

const INSERT_FIRST = `INSERT INTO audit (${INTO}, merge_key)
  SELECT ${COLUMNS.map((_, place) => `j.value ->> ${place}`).join(", ")}, ?2 FROM json_each(?1) j
  WHERE NOT EXISTS (SELECT 1 FROM audit WHERE merge_key = ?2) AND (?3 OR NOT ${isFull("?4")})`;

/** The audit log in D1, newest first. */
export const auditStore = (db: D1Database): Store => ({
  async add(entries) {
    const within = `${INSERT} WHERE NOT ${isFull("?3")}`;
    const { meta } = await db
      .prepare(within)
      .bind(JSON.stringify(entries.map(rowOf)), null, entries[0]!.at)
      .run();
    return meta.changes > 0;
  },

  async merge(entry, key, more, always) {
    const first = rowOf({ ...entry, request: { count: more } });
    const [counted, created] = await db.batch([
      db.prepare(COUNT_MORE).bind(key, more),
      db.prepare(INSERT_FIRST).bind(JSON.stringify([first]), key, always ? 1 : 0, entry.at),
    ]);
    return counted!.meta.changes > 0 || created!.meta.changes > 0;
  },

  async list({ limit, after }) {
    const { results } = await db
      .prepare("SELECT * FROM audit WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2")
      .bind(after?.[0] ?? Number.MAX_SAFE_INTEGER, limit + 1)
      .all<Row>();
    return listed(results, limit, entryOf, (row): SeqKey => [Number(row["seq"])]);
  },
});

const entryOf = (row: Row): AuditEntry => ({
  at: Number(row["at"]),
  tokenId: row["token_id"] as string | null,
  tokenName: String(row["token_name"]),
  operation: String(row["operation"]),
  subject: row["subject"] as string | null,
  request: JSON.parse(String(row["request"])) as Json,
  status: Number(row["status"]),
  address: row["address"] as string | null,
  requestId: row["request_id"] as string | null,
});
