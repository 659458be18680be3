import { expect, test } from "vitest";
import { ok } from "../../core/result.ts";
import type { AnyStored } from "../../resources/resource.ts";
import type { Step } from "../../resources/step.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { importTargets, type ImportDeps } from "./import-targets.ts";
import { csvRows } from "./csv-rows.ts";

test("a line longer than any row is refused before it is split into cells", () => {
  const line = (length: number) => `kind,name\nlive,${"n".repeat(length)}\n`;
  expect(csvRows(line(60_000), 10).rows).toHaveLength(1);
  const longest = 64 * 1024 - "live,".length;
  expect(csvRows(line(longest), 10).rows).toHaveLength(1);
  expect(() => csvRows(line(longest + 1), 10)).toThrow("a line of more than 64 KB");
  expect(() => csvRows(line(70_000), 10)).toThrow("a line of more than 64 KB");
});

test("missing watchlists are created only up to the quota", async () => {
  const created: string[] = [];
  let ids = 0;
  const deps = {
    watchlistIds: async () => new Map<string, string>(),
    idsOf: async (_: unknown, keys: unknown[]) => keys.map(() => null),
    count: async (of: { name: string }) => (of.name === "watchlists" ? watchlist.quota.count - 1 : 0),
    async write(steps: Step[]) {
      for (const step of steps)
        if (step.do === "make" && step.of.name === "watchlists")
          created.push(...step.records.map((one: AnyStored) => String(one["name"])));
      return ok(null);
    },
    newId: () => `id_${ids++}`,
    now: async () => 1,
    limits: { minIntervalSeconds: 1 },
    upstream: { operation: async () => null, ask: async () => null },
  } as unknown as ImportDeps;
  const row = (userId: string, name: string) => ok({ kind: "live", name: "n", params: { userId }, watchlist: name });
  const arrived = await importTargets([row("1", "a"), row("2", "b")], true, deps);
  expect(created).toEqual(["a"]);
  expect(arrived).toMatchObject({ ok: true, value: [{ isNew: true }, { errors: [{ pointer: "/watchlist" }] }] });
});
