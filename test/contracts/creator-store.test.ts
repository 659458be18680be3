import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { creatorStore } from "../../src/features/creators/creator-store.ts";
import { DISPLAYED, type CreatorFilter, type CreatorKey, type Creators } from "../../src/features/creators/creators.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

const LISTS = ["wl_a", "wl_b", "wl_c"];

let db: D1Database;
beforeAll(async () => {
  db = await migratedSqlite();
});

interface Creator {
  id: string;
  name: string;
  list: string;
  enabled: boolean;
  onAir: boolean;
  faults: number;
}

/** Creators of a state are adjacent, as after an outage or a pause of all; null: spread over all lists. */
interface Sort extends Omit<Creator, "id" | "name" | "list"> {
  list: string | null;
  count: number;
}

const sort: fc.Arbitrary<Sort> = fc.record({
  enabled: fc.boolean(),
  onAir: fc.boolean(),
  faults: fc.constantFrom(0, 9),
  list: fc.option(fc.constantFrom(...LISTS), { freq: 1 }),
  count: fc.constantFrom(1, 30, 99, 101, 250, 400),
});

/** Names of a state are adjacent, and some are equal in lower case. */
const creatorsOf = (sorts: Sort[]): Creator[] =>
  sorts
    .flatMap(({ count, list, ...one }, place) =>
      Array.from({ length: count }, (_, n) => ({
        ...one,
        list: list ?? LISTS[n % LISTS.length]!,
        name: `${n % 2 === 0 ? "Anna" : "anna"} ${place} ${(n * 31) % 97}`,
      })),
    )
    .map((one, n) => ({ ...one, id: `tgt_${(n * 7919) % 10_000}` }));

async function keep(all: Creator[]): Promise<void> {
  await db.prepare("DELETE FROM targets").run();
  await db
    .prepare(
      `INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
         announce_initial, settings, sheet_id, on_air, consecutive_faults)
       SELECT value ->> 'id', 0, 0, value ->> 'list', 'live', value ->> 'name', '{"userId":"1"}', value ->> 'id', 60, 1, value ->> 'enabled',
         0, '{}', 1, value ->> 'onAir', value ->> 'faults' FROM json_each(?1)`,
    )
    .bind(JSON.stringify(all))
    .run();
}

const isAiring = ({ enabled, onAir }: Creator) => enabled && onAir;
const isFailing = ({ enabled, faults }: Creator) => enabled && faults > 0;

/** The groups of a list, each complete and in order. */
function expectedOf(all: Creator[], { show, sort: by, watchlistId }: CreatorFilter): string[] {
  const listed = all.filter(({ list }) => watchlistId === null || list === watchlistId);
  const byName = (a: Creator, b: Creator) => {
    const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
    return one === other ? (a.id < b.id ? -1 : 1) : one < other ? -1 : 1;
  };
  const byList = (a: Creator, b: Creator) => (a.list === b.list ? byName(a, b) : a.list < b.list ? -1 : 1);
  const some = (is: (one: Creator) => boolean) => {
    const found = listed.filter(is);
    return found.sort(found.length > 100 ? byList : byName);
  };
  const displayed = {
    "on-air": () => some(isAiring),
    trouble: () => some(isFailing),
    paused: () => some(({ enabled }) => !enabled),
    all: () =>
      by === "name"
        ? listed.sort(byName)
        : [
            ...some(isAiring),
            ...some((one) => isFailing(one) && !isAiring(one)),
            ...listed.filter((one) => !isFailing(one) && !isAiring(one)).sort(byName),
          ],
  };
  return displayed[show]().map(({ id }) => id);
}

test("pages show each matching creator once in the list's order, whoever is live, failing or paused", async () => {
  const store = creatorStore(db);
  await fc.assert(
    fc.asyncProperty(
      fc.array(sort, { minLength: 2, maxLength: 5, size: "max" }),
      fc.constantFrom<CreatorFilter["show"]>("all", "all", "all", ...DISPLAYED),
      fc.constantFrom("status", "status", "name"),
      fc.constantFrom(null, null, null, ...LISTS),
      fc.integer({ min: 20, max: 60 }),
      async (sorts, show, by, watchlistId, limit) => {
        const all = creatorsOf(sorts);
        await keep(all);
        const filter: CreatorFilter = { show, sort: by, watchlistId, search: "" };
        const seen: string[] = [];
        for (let after: CreatorKey | null = null, pages = 0; ; pages++) {
          const { items, next }: Creators = await store.creators(filter, { limit, after });
          expect(items.length).toBeLessThanOrEqual(limit);
          seen.push(...items.map(({ id }) => id));
          if (next === null) break;
          // Cursors are JSON.
          after = JSON.parse(JSON.stringify(next)) as CreatorKey;
          expect(pages).toBeLessThan(all.length / Math.min(limit, 100) + 10);
        }
        expect(seen).toEqual(expectedOf(all, filter));
      },
    ),
    { numRuns: process.env["LONG"] ? 400 : 40 },
  );
});
