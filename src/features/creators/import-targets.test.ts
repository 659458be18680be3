import { expect, test } from "vitest";
import { ok } from "../../core/result.ts";
import type { AnyStored } from "../../resources/resource.ts";
import type { Step } from "../../resources/step.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { importTargets, type ImportDeps } from "./import-targets.ts";

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
