import type { Act } from "../../flows/browse/audit-view.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { auditStatements, writeIn } from "./audit-store.ts";
import { conditionsOf, type Condition } from "./conditions.ts";
import { keepAnswer, keyUnused } from "./request-store.ts";
import { statementsOf, type Bound } from "./statements.ts";
import type { Vault } from "./vault.ts";

/**
 * Writes all steps, their audit entries and the answer to a repetition, in one D1 batch, or nothing. The batch begins with
 * a guard that fails where a condition does not hold, so nothing after it needs one; then a SELECT says which it was.
 * Throws what is no refusal. After a lost connection nobody knows: what came in is looked for, and not written again.
 */
export async function write(db: D1Database, vault: Vault, steps: Step[], act: Act): Promise<Result<null, Refused>> {
  const conditions = [
    ...(act.idempotency === null ? [] : [keyUnused(act.idempotency.key, act.at)]),
    ...conditionsOf(steps),
  ];
  const id = crypto.randomUUID();
  const answer = act.idempotency === null ? [] : await keepAnswer(vault, act.idempotency, act.at);
  const statements = [...steps.flatMap(statementsOf), ...auditStatements(act.entries, id), ...answer];
  const guards = conditions.filter(({ enforced }) => enforced !== true);
  try {
    await db.batch([...guardOf(guards), ...statements].map(({ sql, params }) => db.prepare(sql).bind(...params)));
    return ok(null);
  } catch (thrown) {
    const { sql, params } = writeIn(id);
    const found = await db
      .prepare(sql)
      .bind(...params)
      .first();
    if (found !== null) return ok(null);
    const failing = await firstFailing(db, conditions);
    if (failing === null) throw thrown;
    return err(failing.otherwise);
  }
}

/** Whether all holds, as a statement that fails where it does not: "no" is no JSON. */
function guardOf(conditions: Condition[]): Bound[] {
  if (conditions.length === 0) return [];
  const all = conditions.map(({ sql }) => `(${sql})`).join(" AND ");
  return [
    { sql: `SELECT json(iif(${all}, 'true', 'no')) AS held`, params: conditions.flatMap(({ params }) => params) },
  ];
}

/** The first condition that does not hold now; null where all do. */
async function firstFailing(db: D1Database, conditions: Condition[]): Promise<Condition | null> {
  if (conditions.length === 0) return null;
  const columns = conditions.map(({ sql }, place) => `(${sql}) AS c${place}`).join(", ");
  const params = conditions.flatMap((one) => one.params);
  const row = await db
    .prepare(`SELECT ${columns}`)
    .bind(...params)
    .first<Record<string, number>>();
  return conditions.find((_, place) => row?.[`c${place}`] !== 1) ?? null;
}
