import { chunksOf } from "../../core/chunks.ts";
import type { Bound } from "./statements.ts";

/**
 * A batch with more characters in long parameters is sent in parts, because a request is copied several times on its
 * way.
 */
const MAX_TOGETHER = 4_000_000;

/** Shorter parameters stay in their statement. */
const LEAST = 100_000;

/** Parts per request. Each has at most 1.4 MB. */
const PARTS_AT_ONCE = 3;

const STORED_PART = "(SELECT text FROM write_parts WHERE part = ?1)";

/** A missing part would be read as no rows. The batch fails instead, because "no" is not valid JSON. */
const ALL_THERE = `SELECT json(iif((SELECT count(*) FROM write_parts WHERE part GLOB ?1 || '/*') = ?2, 'true', 'no')) AS stored`;

const REMOVE = "DELETE FROM write_parts WHERE part GLOB ?1 || '/*'";

interface InParts {
  statements: Bound[];
  /** Deletes the parts of a failed batch. Retention deletes what is left after an hour. */
  discard: () => Promise<void>;
}

/** The first parameter of a statement, `?1`, if it is a long one. */
function longOf({ params }: Bound): string | null {
  const [text] = params;
  return typeof text === "string" && text.length >= LEAST ? text : null;
}

/**
 * Prepares a long batch: its long parameters are stored first, a few megabytes a request, so that other requests run
 * meanwhile and nobody holds all of them at once. The last statement deletes them. A short batch is returned unchanged.
 * `at` is wall clock.
 */
export async function inParts(db: D1Database, all: Bound[], writeId: string, at: number): Promise<InParts> {
  const parts: [part: string, at: number, text: string][] = [];
  const statements = all.map((one) => {
    const text = longOf(one);
    if (text === null) return one;
    const part = `${writeId}/${parts.length}`;
    parts.push([part, at, text]);
    return { sql: one.sql.replaceAll(/\?1\b/g, STORED_PART), params: [part, ...one.params.slice(1)] };
  });
  if (parts.reduce((sum, [, , text]) => sum + text.length, 0) <= MAX_TOGETHER)
    return { statements: all, discard: () => Promise.resolve() };
  const discard = async () => {
    await db
      .prepare(REMOVE)
      .bind(writeId)
      .run()
      .catch(() => undefined);
  };
  const stored = parts.length;
  try {
    for (const some of chunksOf(parts, PARTS_AT_ONCE)) {
      const values = some.map(() => "(?, ?, ?)").join(", ");
      const sql = `INSERT OR REPLACE INTO write_parts (part, at, text) VALUES ${values}`;
      await db
        .prepare(sql)
        .bind(...some.flat())
        .run();
    }
  } catch (thrown) {
    await discard();
    throw thrown;
  }
  return {
    statements: [{ sql: ALL_THERE, params: [writeId, stored] }, ...statements, { sql: REMOVE, params: [writeId] }],
    discard,
  };
}
