import { MAX_USERS, type User } from "../core/refusal.ts";
import type { Row } from "./row.ts";

/** The path of an operation in the column of their definitions. */
export const definitionPath = (operation: string): string => `$."${operation}"`;

/** An open breaker that lets calls through, so that the first good answer ends it. */
const OPENED = "json_set(value, '$.goodSince', 1)";

/** The breaker of the account likewise. One whose end was reported is removed, as the budget need not grow back. */
export const OPENED_ACCOUNT =
  "(SELECT json_set(gate, '$.goodSince', 1) WHERE gate IS NOT NULL AND gate ->> 'recovered' = 0)";

/** The breakers of all operations likewise. */
export const OPENED_ALL = `(SELECT json_group_object(key, json(${OPENED})) FROM json_each(breakers))`;

/** Those of the operation whose path is `?1`. */
const OPENED_ONE = `(SELECT json_group_object(key, json(iif('$."' || key || '"' = ?1, ${OPENED}, value))) FROM json_each(breakers))`;

/** Removes the definition of an operation from the ticker. `?1` is its path. */
export const REMOVE_DEFINITION = `UPDATE ticker SET operations = json_remove(operations, ?1), breakers = ${OPENED_ONE}
  WHERE id = 1 AND json_type(operations, ?1) IS NOT NULL`;

/** Stores a definition in the ticker. `?1` is its path, `?2` its JSON. */
export const STORE_DEFINITION = `UPDATE ticker SET operations = json_set(operations, ?1, json(?2)), breakers = ${OPENED_ONE} WHERE id = 1`;

/** Selects the ids of the targets that name an operation. Takes placeholders for a JSON list of kinds and for the name. */
export const operationUsers = (kinds: string, operation: string): string =>
  `SELECT id FROM targets WHERE kind IN (SELECT value FROM json_each(${kinds})) AND params ->> '$.operation' = ${operation}`;

/** The targets of these kinds that name an operation, the oldest first. */
export async function usersOfOperation(db: D1Database, operation: string, kinds: string[]): Promise<User[]> {
  const { results } = await db
    .prepare(
      `SELECT id, name FROM targets WHERE id IN (${operationUsers("?1", "?2")}) ORDER BY created_at, id LIMIT ${MAX_USERS}`,
    )
    .bind(JSON.stringify(kinds), operation)
    .all<Row>();
  return results.map(({ id, name }) => ({ type: "target", id: String(id), name: String(name) }));
}
