import { getTableColumns } from "drizzle-orm";
import type { Base, Declared } from "../../resources/resource.ts";
import { columnOf, recordOf } from "./record.ts";
import type { Row } from "./row.ts";

/** All records of a resource as one value, so that one statement reads several resources; `where` is SQL over `t`. */
export function gathered(of: Declared, where = "true"): string {
  const fields = Object.keys(getTableColumns(of.table)).map((field) => `'${field}', t.${columnOf(of, field)}`);
  return `(SELECT json_group_array(json_object(${fields.join(", ")}))
    FROM (SELECT * FROM "${of.name}" t WHERE ${where} ORDER BY t.created_at, t.id) t)`;
}

/** The records in such a value. */
export const recordsIn = <One extends Base>(of: Declared<One>, value: Row[string] | undefined): One[] =>
  (JSON.parse(String(value)) as Row[]).map(recordOf(of));
