import { expect, test } from "vitest";
import { digest } from "../../features/digests/resource/digest.ts";
import type { AnyStored, Declared } from "../resource.ts";
import { silence } from "../../features/silences/resource/silence.ts";
import { createMany, removeMany } from "../../features/creators/change-many.ts";
import { change, type StoreDeps } from "./write-resource.ts";

const NOW = 1_800_000_000_000;

const digests = Array.from({ length: 10 }, (_, n): AnyStored => ({
  id: `dig_${n}`,
  createdAt: 1,
  updatedAt: 1,
  revision: 0,
  name: `Digest ${n}`,
  channelId: "ch_1",
  watchlistId: null,
  perWatchlist: false,
  schedule: "* * * * *",
  timezone: "UTC",
  period: null,
  sections: ["lives"],
  enabled: true,
  language: null,
  nextAt: NOW,
}));

const deps = {
  all: async () => digests,
  write: async () => ({ ok: true, value: null }),
  now: async () => NOW,
  limits: {},
} as unknown as StoreDeps;

test("a changed record counts once among all", async () => {
  const named = await change(digest as unknown as Declared, digests[3]!, { name: "Other" }, null, deps);
  expect(named).toMatchObject({ ok: true, value: { one: { name: "Other", revision: 1 } } });
});

test("several records are deleted only if each has the expected revision", async () => {
  const all = [1, 2].map((revision) => ({ id: `sil_${revision}`, createdAt: 1, updatedAt: 1, revision }));
  const many = { ...deps, known: async () => all } as never;
  const removed = (first: number) =>
    removeMany(
      silence as unknown as Declared,
      all.map(({ id }) => id),
      many,
      new Map([
        ["sil_1", first],
        ["sil_2", 2],
      ]),
    );
  expect(await removed(1)).toMatchObject({ ok: true });
  expect(await removed(0)).toMatchObject({ ok: false, error: { kind: "changed" } });
});

test("several records are created only if each could be created alone", async () => {
  const created = (until: number) =>
    createMany(silence as unknown as Declared, [{ until: new Date(until).toISOString() }], {
      ...deps,
      newId: () => "sil_1",
    } as never);
  expect(await created(NOW + 1000)).toMatchObject({ ok: true, value: [{ id: "sil_1" }] });
  expect(await created(NOW - 1000)).toMatchObject({ ok: false, error: { errors: [{ pointer: "/until" }] } });
});
