import type { Json } from "../../core/json.ts";
import type { AuditEntry } from "../../flows/browse/audit-view.ts";
import { listed, type Listed, type Page, type SeqKey } from "../../flows/browse/page.ts";
import { insertInto } from "./config-rows.ts";
import { jsonChunks } from "./json-chunks.ts";

type Row = Record<string, string | number | null>;

interface Store {
  /** All of them or none. */
  add(entries: AuditEntry[]): Promise<void>;
  list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
}

/** The audit log in D1, newest first. */
export const auditStore = (db: D1Database): Store => ({
  async add(entries) {
    const rows = entries.map(({ at, tokenId, tokenName, operation, subject, request, status, address }) => [
      at,
      tokenId,
      tokenName,
      operation,
      subject,
      JSON.stringify(request),
      status,
      address,
    ]);
    const chunks = jsonChunks(rows).map(({ text }) => db.prepare(INSERT).bind(text));
    if (chunks.length > 0) await db.batch(chunks);
  },

  async list({ limit, after }) {
    const { results } = await db
      .prepare("SELECT * FROM audit WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2")
      .bind(after?.[0] ?? Number.MAX_SAFE_INTEGER, limit + 1)
      .all<Row>();
    return listed(results, limit, entryOf, (row): SeqKey => [Number(row["seq"])]);
  },
});

const INSERT = insertInto("audit", "at, token_id, token_name, operation, subject, request, status, address");

const entryOf = (row: Row): AuditEntry => ({
  at: Number(row["at"]),
  tokenId: row["token_id"] as string | null,
  tokenName: String(row["token_name"]),
  operation: String(row["operation"]),
  subject: row["subject"] as string | null,
  request: JSON.parse(String(row["request"])) as Json,
  status: row["status"] as number | null,
  address: row["address"] as string | null,
});
