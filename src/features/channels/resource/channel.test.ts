import { expect, test } from "vitest";
import { migratedSqlite } from "../../../../test/support/sqlite-d1.ts";
import { channel } from "./channel.ts";

const after = (enabled: boolean) => ({ before: { id: "ch_1" }, after: { id: "ch_1", enabled } }) as never;

test("deliveries that wait for a changed channel are due at once, unless it was disabled", () => {
  const rows = (enabled: boolean) =>
    channel.sideEffects!.changed!([after(enabled)]).flatMap((one) => ("rows" in one ? [...one.rows] : []));
  expect([rows(true), rows(false)]).toEqual([["ch_1"], []]);
});

test("deleting a channel suppresses what waits or is held for it", async () => {
  const db = await migratedSqlite();
  const add = (id: string, status: string, summary: string | null) =>
    db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, next_attempt_at, summary)
         VALUES (?1, 'ch_1', ?2, '[]', 1, 0, 1, ?3)`,
      )
      .bind(id, status, summary)
      .run();
  await add("dlv_1", "pending", null);
  await add("dlv_2", "held", null);
  await add("dlv_3", "held", "dlv_9");
  await add("dlv_4", "sent", null);
  for (const one of channel.sideEffects!.removed!("SELECT ?", ["ch_1"], 0))
    if ("params" in one)
      await db
        .prepare(one.sql)
        .bind(...one.params)
        .run();
  const { results } = await db.prepare("SELECT status FROM deliveries ORDER BY id").all<{ status: string }>();
  expect(results.map(({ status }) => status)).toEqual(["suppressed", "suppressed", "held", "sent"]);
});
