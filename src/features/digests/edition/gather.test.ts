import { expect, test } from "vitest";
import { NO_AIRTIME, ROOM } from "../../../../test/support/no-airtime.ts";
import { gather } from "./gather.ts";
import type { RoomDeps } from "../../reports/room.ts";
import { TooManyStatements } from "../../../core/database-use.ts";
import type { HistoryQuery, StoredHistory } from "./read-history.ts";

const DAY = 86_400_000;
const TO = Date.UTC(2026, 0, 12, 9);
const FRAME = { from: TO - 7 * DAY, to: TO };

const past = (n: number): StoredHistory => ({
  target: { id: `tgt_${String(n).padStart(5, "0")}`, name: `user ${n}`, params: {}, createdAt: 0 },
  state: null,
  gaps: [],
  events: [],
  series: {},
});

/** What a page is read of. */
type Requested = Pick<HistoryQuery, "watchlistId" | "eventsFrom"> & { kind?: string; removedAfter?: number };

/** What is read while a section is computed for a number of targets, and the number of targets it received. */
async function gathered(section: string, count: number, room: Partial<RoomDeps> = {}, retentionMs = Infinity) {
  const all = Array.from({ length: count }, (_, n) => past(n));
  const asked: { query: Requested; after: string | null; max: number }[] = [];
  const facts = { name: "Week", watchlistId: "wl_1", timezone: "UTC", sections: [section] };
  const content = await gather(facts, FRAME, TO, {
    async pasts(query, after, max) {
      asked.push({ query, after, max });
      return all.filter(({ target }) => after === null || target.id > after).slice(0, max);
    },
    ...ROOM,
    ...room,
    retentionMs,
    airtime: {
      ...NO_AIRTIME,
      ...room,
      async pastMonths(query, after, max) {
        asked.push({ query, after, max });
        const first = Number(after ?? 0);
        const items = all.slice(first, first + max).map((one) => ({
          ...one,
          viewers: [],
          owner: { id: one.target.id, watchlistId: "wl_1", timezone: null },
          removedAt: null,
        }));
        return { items, next: first + max < count ? String(first + max) : null };
      },
    },
  });
  return { asked, content: content[section] };
}

test("a section receives all targets, page by page", async () => {
  const { asked, content } = await gathered("rankings", 201);
  expect(asked.map(({ after }) => after)).toEqual([null, "tgt_00099", "tgt_00199"]);
  expect(content).toMatchObject({ watched: { targets: 201 } });
});

test("creators are read from their months, those who were deleted since the period began too", async () => {
  const { asked, content } = await gathered("lives", 501);
  expect(asked.map(({ after, max }) => [after, max])).toEqual([
    [null, 250],
    ["250", 250],
    ["500", 250],
  ]);
  expect(asked[0]!.query).toMatchObject({ watchlistId: "wl_1", removedAfter: FRAME.from });
  expect(content).toMatchObject({ watched: { targets: 501 } });
});

test("what is older than the retention is not taken for quiet, but months have it", async () => {
  const watched = async (section: string, retentionMs: number) =>
    ((await gathered(section, 1, {}, retentionMs)).content as { watched: object }).watched;
  for (const section of ["rankings", "hashtags", "products"]) {
    expect(await watched(section, 3 * DAY)).toMatchObject({ partly: 1, mostMs: 3 * DAY });
    expect(await watched(section, 7 * DAY)).toMatchObject({ partly: 0 });
  }
  expect(await watched("lives", 3 * DAY)).toMatchObject({ partly: 0 });
});

test("targets with series are read in smaller pages", async () => {
  const { asked, content } = await gathered("products", 101);
  expect(asked.map(({ max }) => max)).toEqual([100, 100]);
  expect(asked[0]!.query).toMatchObject({ watchlistId: "wl_1", kind: "products" });
  expect(content).toMatchObject({ watched: { targets: 101 } });
});

test("a section that compares also receives events from before the period", async () => {
  const [{ query } = { query: null }] = (await gathered("rankings", 1)).asked;
  expect(query!.eventsFrom).toBe(FRAME.from - 7 * DAY);
});

test.each([
  ["lives", 500, 2],
  ["lives", 501, 3],
  ["products", 100, 1],
  ["products", 101, 2],
])("%s of %i targets need %i pages, and nothing is read if the plan allows one less", async (section, count, pages) => {
  const statements = pages * (section === "lives" ? 1 : 3);
  const left = (n: number) => ({ targetsOf: async () => count, statementsLeft: () => n });
  const { asked } = await gathered(section, count, left(statements));
  expect(asked.length).toBeGreaterThanOrEqual(pages);
  const read: unknown[] = [];
  const refused = gathered(section, count, {
    ...left(statements - 1),
    targetsOf: async (...of) => (read.push(of), count),
  });
  await expect(refused).rejects.toThrow(TooManyStatements);
  expect(read).toEqual([[section === "lives" ? "live" : "products", "wl_1"]]);
});
