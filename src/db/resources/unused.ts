import type { Declared } from "../../resources/resource.ts";
import type { Refused, Step } from "../../resources/step.ts";
import type { Condition } from "./condition.ts";
import { limitOf } from "./limit-of.ts";
import { refsTo } from "./statements.ts";

type Removal = Extract<Step, { do: "remove" }>;

/** No other record refers to them. */
export const unused = ({ of, ids, cascade }: Removal): Condition[] =>
  refsTo(of)
    .filter(({ gone }) => !cascade && gone === "refuse")
    .map(({ user, column }) => ({
      sql: `NOT EXISTS (SELECT 1 FROM "${user.name}" WHERE ${column} IN (SELECT value FROM json_each(?)))`,
      params: [JSON.stringify(ids)],
      otherwise: { kind: "used" },
    }));

/** No record beyond the watchlists would keep these from being deleted, or be deleted with them. */
export function unusedBeyond({ of, ids, cascade, lists }: Removal): Condition[] {
  if (lists === undefined) return [];
  const otherwise: Refused = { kind: "used beyond" };
  const beyond = (used: Declared, some: string): Condition[] =>
    refsTo(used)
      .filter(({ gone }) => cascade || gone === "refuse")
      .flatMap(({ user, column }) => {
        const { where, values } = limitOf(user, lists);
        const params = [JSON.stringify(ids), ...values];
        const sql = `NOT EXISTS (SELECT 1 FROM "${user.name}" t WHERE t.${column} IN (${some}) AND NOT coalesce(${where}, 0))`;
        const along = cascade ? beyond(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${some})`) : [];
        return [{ sql, params, otherwise }, ...along];
      });
  return beyond(of, "SELECT value FROM json_each(?)");
}
