import { DAY_MS } from "../core/duration.ts";
import type { Json } from "../core/json.ts";
import type { Condition } from "./resources/conditions.ts";
import type { Row } from "./row.ts";
import type { Bound } from "./resources/statements.ts";
import type { Vault } from "./vault.ts";

/** The state of a request with an idempotency key. */
export type Remembered =
  | { kind: "new" }
  | { kind: "running" }
  /** The key was used for a different request. */
  | { kind: "other" }
  | { kind: "done"; answer: Json };

const STORED_MS = DAY_MS;

/** A request that has not finished after this time never will, because its process has died. */
const LONGEST_RUN_MS = 60_000;

const placeOf = (key: string): string => `requests/${key}/answer`;

const OVER = "key = ? AND (at <= ? OR answer IS NULL AND at <= ?)";

const overSince = (key: string, now: number) => [key, now - STORED_MS, now - LONGEST_RUN_MS];

/** The key is unused. For a write that stores its answer itself. */
export const keyUnused = (key: string, now: number): Condition => ({
  sql: `NOT EXISTS (SELECT 1 FROM requests WHERE key = ? AND NOT (${OVER}))`,
  params: [key, ...overSince(key, now)],
  otherwise: { kind: "repeated" },
});

/** Stores an answer together with its change, encrypted, because it may contain a secret. */
export async function storeAnswer(
  vault: Vault,
  { key, fingerprint, answer }: { key: string; fingerprint: string; answer: Json },
  now: number,
): Promise<Bound[]> {
  const sealed = await vault.seal(answer, placeOf(key));
  return [
    { sql: `DELETE FROM requests WHERE ${OVER}`, params: overSince(key, now) },
    {
      sql: "INSERT INTO requests (key, fingerprint, at, answer) VALUES (?, ?, ?, ?)",
      params: [key, fingerprint, now, sealed],
    },
  ];
}

/** Idempotency keys and answers in D1, stored for a day. `now` is wall clock. */
export const requestStore = (db: D1Database, vault: Vault) => {
  const remembered = async (key: string, fingerprint: string, row: Row | undefined): Promise<Remembered> => {
    if (row === undefined) return { kind: "new" };
    if (row["fingerprint"] !== fingerprint) return { kind: "other" };
    if (row["answer"] === null) return { kind: "running" };
    return { kind: "done", answer: await vault.open(String(row["answer"]), placeOf(key)) };
  };
  return {
    /** The outcome of the key's first request; "new" if there was none. */
    async look(key: string, fingerprint: string, now: number): Promise<Remembered> {
      const row = await db
        .prepare(`SELECT fingerprint, answer FROM requests WHERE key = ? AND NOT (${OVER})`)
        .bind(key, ...overSince(key, now))
        .first<Row>();
      return remembered(key, fingerprint, row ?? undefined);
    },

    /** Reserves the key for an action with effects outside the database, unless it is in use. */
    async begin(key: string, fingerprint: string, now: number): Promise<Remembered> {
      const [, taken, found] = await db.batch<Row>([
        db.prepare(`DELETE FROM requests WHERE ${OVER}`).bind(...overSince(key, now)),
        db
          .prepare("INSERT INTO requests (key, fingerprint, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING key")
          .bind(key, fingerprint, now),
        db.prepare("SELECT fingerprint, answer FROM requests WHERE key = ?1").bind(key),
      ]);
      return taken!.results.length > 0 ? { kind: "new" } : remembered(key, fingerprint, found!.results[0]);
    },

    /** Stores the answer of an action. */
    async finish(key: string, answer: Json): Promise<void> {
      const sealed = await vault.seal(answer, placeOf(key));
      await db.prepare("UPDATE requests SET answer = ?2 WHERE key = ?1").bind(key, sealed).run();
    },

    /** Releases the key after an action that had no effect. */
    async abandon(key: string): Promise<void> {
      await db.prepare("DELETE FROM requests WHERE key = ?1").bind(key).run();
    },
  };
};
