import { columnOf } from "../../src/db/record.ts";
import { resources } from "../../src/resources/registry.ts";

/** Lists all references to missing records, as "subscriptions sub_1 channelId". */
export async function dangling(db: D1Database): Promise<string[]> {
  const found: string[] = [];
  for (const of of resources)
    for (const [field, ref] of Object.entries(of.refs)) {
      const column = columnOf(of, field);
      const { results } = await db
        .prepare(
          `SELECT id FROM "${of.name}" WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM "${ref!.to}")`,
        )
        .all<{ id: string }>();
      found.push(...results.map(({ id }) => `${of.name} ${id} ${field}`));
    }
  return found;
}
