import { expect, test } from "vitest";
import { columnNames, columnsBut, reader } from "./row.ts";
import { silences } from "../features/silences/resource/table.ts";
import { targets } from "../features/creators/resource/table.ts";
import { ticker } from "../engine/schema/schema.ts";

test("a row is read as its schema declares it", () => {
  const row = { last_tick_at: 7, gate: null, load: '{"due":1}', on_air: 1, enabled: 0, state: "{}", n: 4 };
  expect(reader(ticker)(row, "lastTickAt", "gate", "load", "dealt")).toEqual({
    lastTickAt: 7,
    gate: null,
    load: { due: 1 },
    dealt: null,
  });
  expect(reader(targets)(row, "onAir", "enabled", "state")).toEqual({ onAir: true, enabled: false, state: {} });
});

test("columns have their database names", () => {
  expect(columnNames(silences, columnsBut(silences, "id", "reason", "createdAt", "updatedAt", "revision"))).toEqual([
    "target_id",
    "watchlist_id",
    "type",
    "until",
    "until_end",
  ]);
});
