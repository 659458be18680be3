import { piecesOf } from "../../core/pieces.ts";
import type { Bound } from "./statements.ts";

/** A batch with more characters of long parameters is sent in parts: whoever passes a request on holds it several times. */
const MAX_TOGETHER = 4_000_000;

/** Shorter parameters stay where they are. */
const LEAST = 100_000;

/** Parts that one request brings: each has 1.4 MB at the most. */
const PARTS_AT_ONCE = 3;

const STORED_PART = "(SELECT text FROM write_parts WHERE part = ?1)";

/** A part that is not there any more would be read as no rows: "no" is no JSON, so the batch fails. */
const ALL_THERE = `SELECT json(iif((SELECT count(*) FROM write_parts WHERE part GLOB ?1 || '/*') = ?2, 'true', 'no')) AS stored`;

const REMOVE = "DELETE FROM write_parts WHERE part GLOB ?1 || '/*'";

interface InParts {
  statements: Bound[];
  /** Removes what was stored for a batch that failed; what it cannot remove goes in an hour. */
  discard: () => Promise<void>;
}

/** The first parameter of a statement, `?1`, where it is a long one. */
function longOf({ params }: Bound): string | null {
  const [text] = params;
  return typeof text === "string" && text.length >= LEAST ? text : null;
}

/**
 * The statements of a batch, the long parameters of which are stored first, a few megabytes a request: others run meanwhile, and
 * nobody holds all of them at once. The last statement removes them. A batch that is not long stays as it is. `at` is wall clock.
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
    for (const some of piecesOf(parts, PARTS_AT_ONCE)) {
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
