import { chunksOf } from "../../core/concurrency.ts";
import type { Bulk } from "../../resources/resource.ts";
import type { Act } from "../audit-view.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { auditStatements, writeIn } from "../audit-store.ts";
import { type Condition, conditionsOf, refusedBy } from "./conditions.ts";
import { storeAnswer, keyUnused } from "../request-store.ts";
import { type Bound, statementsOf } from "./statements.ts";
import type { Vault } from "../vault.ts";

/**
 * All statements of these steps at an instant (wall clock, epoch ms), in order. Many changed rows disable the triggers, and one update at the end replaces
 * them.
 */
export function batched(steps: Step[], at: number): Bound[] {
  const rows = new Map<Bulk, number>();
  for (const step of steps) {
    const bulk = bulkOf(step);
    if (bulk !== null) rows.set(bulk, (rows.get(bulk) ?? 0) + rowsOf(step));
  }
  const many = [...rows].filter(([{ least }, count]) => count >= least).map(([bulk]) => bulk);
  const alone = (sql: string): Bound => ({ sql, params: [] });
  return [
    ...many.map(({ begin }) => alone(begin)),
    ...steps.flatMap((step) => statementsOf(step, at)),
    ...many.flatMap(({ end }) => end.map(alone)),
  ];
}

const bulkOf = (step: Step): Bulk | null => ("of" in step ? (step.of.sideEffects?.bulk ?? null) : null);

function rowsOf(step: Step): number {
  if (step.do === "make") return step.records.length;
  if (step.do === "change") return step.changes.length;
  return step.do === "remove" || step.do === "clear" ? step.ids.length : 0;
}

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

/**
 * Writes all steps, their audit entries and the idempotent answer in one D1 batch, or nothing. The batch begins with a
 * guard that fails if a condition does not hold; a SELECT then finds out which. What is too long for one request is
 * stored beforehand, in parts. Throws errors that are not refusals. After a lost connection it checks whether the write
 * is stored instead of repeating it.
 */
export async function write(db: D1Database, vault: Vault, steps: Step[], act: Act): Promise<Result<null, Refused>> {
  const conditions = [
    ...(act.idempotency === null ? [] : [keyUnused(act.idempotency.key, act.at)]),
    ...conditionsOf(steps),
  ];
  const id = crypto.randomUUID();
  const answer = act.idempotency === null ? [] : await storeAnswer(vault, act.idempotency, act.at);
  const guards = conditions.filter(({ enforced }) => enforced !== true);
  const { statements, discard } = await inParts(
    db,
    [...guardOf(guards), ...batched(steps, act.at), ...auditStatements(act.entries, id), ...answer],
    id,
    act.at,
  );
  try {
    await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)));
    return ok(null);
  } catch (thrown) {
    await discard();
    const { sql, params } = writeIn(id);
    const found = await db
      .prepare(sql)
      .bind(...params)
      .first();
    if (found !== null) return ok(null);
    const refused = await refusedBy(db, conditions);
    if (refused === null) throw thrown;
    return err(refused);
  }
}

/** A statement that fails unless all conditions hold, because "no" is not valid JSON. */
function guardOf(conditions: Condition[]): Bound[] {
  if (conditions.length === 0) return [];
  const all = conditions.map(({ sql }) => `(${sql})`).join(" AND ");
  return [
    { sql: `SELECT json(iif(${all}, 'true', 'no')) AS held`, params: conditions.flatMap(({ params }) => params) },
  ];
}
