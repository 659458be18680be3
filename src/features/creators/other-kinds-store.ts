import type { NamedTargets, NameKey } from "./creators.ts";
import { listed, type Page } from "../../core/page.ts";
import type { Target } from "./resource/form.ts";
import { target } from "./resource/target.ts";
import { LIST_HEAD, listHeadOf } from "./list-order.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import type { Row } from "../../db/row.ts";

const read = recordOf<Target>(target);

/** Targets of a kind by name, in two statements. */
export const otherStore = (db: D1Database) => ({
  async ofKind(kind: string, { limit, after }: Page<NameKey>): Promise<NamedTargets> {
    const [head, found] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db
        .prepare(
          `SELECT lower(t.name) AS folded, ${selectOf(target, false)} FROM targets t INDEXED BY targets_name
           WHERE t.kind = ?1 AND lower(t.name) >= ?2 AND (lower(t.name) > ?2 OR t.id > ?3)
           ORDER BY lower(t.name), t.id LIMIT ?4`,
        )
        .bind(kind, ...(after ?? ["", ""]), limit + 1),
    ]);
    const page = listed(found!.results, limit, read, (row): NameKey => [String(row["folded"]), String(row["id"])]);
    return { ...page, head: listHeadOf(head!.results[0]!) };
  },
});
