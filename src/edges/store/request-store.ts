import { DAY_MS } from "../../core/duration.ts";
import type { Json } from "../../core/json.ts";
import type { Vault } from "./vault.ts";

type Row = Record<string, string | number | null>;

/** A request that asked to be carried out once: what came of it, or that it is still running. */
type Remembered =
  | { kind: "new" }
  | { kind: "running" }
  /** The key was used for another request. */
  | { kind: "other" }
  | { kind: "done"; answer: Json };

export interface RequestStore {
  /** Takes the key for a request with this fingerprint, unless it is taken; `now` is the wall clock. */
  begin(key: string, fingerprint: string, now: number): Promise<Remembered>;
  /** Keeps the answer, sealed: it may show a secret. */
  finish(key: string, answer: Json): Promise<void>;
  /** Nothing came of it: the key is free again. */
  abandon(key: string): Promise<void>;
}

const KEPT_MS = DAY_MS;

/** A request that has not ended after this long never will: the process died. */
const LONGEST_RUN_MS = 60_000;

const placeOf = (key: string): string => `requests/${key}/answer`;

/** Requests that are carried out once, in D1, for a day. */
export const requestStore = (db: D1Database, vault: Vault): RequestStore => ({
  async begin(key, fingerprint, now) {
    const [, taken, found] = await db.batch<Row>([
      db
        .prepare("DELETE FROM requests WHERE key = ?1 AND (at <= ?2 OR answer IS NULL AND at <= ?3)")
        .bind(key, now - KEPT_MS, now - LONGEST_RUN_MS),
      db
        .prepare("INSERT INTO requests (key, fingerprint, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING RETURNING key")
        .bind(key, fingerprint, now),
      db.prepare("SELECT fingerprint, answer FROM requests WHERE key = ?1").bind(key),
    ]);
    if (taken!.results.length > 0) return { kind: "new" };
    const row = found!.results[0]!;
    if (row["fingerprint"] !== fingerprint) return { kind: "other" };
    if (row["answer"] === null) return { kind: "running" };
    return { kind: "done", answer: await vault.open(String(row["answer"]), placeOf(key)) };
  },

  async finish(key, answer) {
    await db
      .prepare("UPDATE requests SET answer = ?2 WHERE key = ?1")
      .bind(key, await vault.seal(answer, placeOf(key)))
      .run();
  },

  async abandon(key) {
    await db.prepare("DELETE FROM requests WHERE key = ?1").bind(key).run();
  },
});
