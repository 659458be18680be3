import type { Act } from "../audit-view.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { auditStatements, writeIn } from "../audit-store.ts";
import type { Condition } from "./condition.ts";
import { conditionsOf, refusedBy } from "./conditions.ts";
import { storeAnswer, keyUnused } from "../request-store.ts";
import { batched } from "./batched.ts";
import type { Bound } from "./statements.ts";
import type { Vault } from "../vault.ts";
import { inParts } from "./write-parts.ts";

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
