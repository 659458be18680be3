import { expect, test } from "vitest";
import { creatorOf, offSince, onSince, soundAt } from "../../../../test/support/watched-now.ts";
import type { Watched } from "../../now/now-reading.ts";
import type { WallDeps } from "../../wall/wall.ts";
import { MAX_PAGES, pageIn, readLive, readMonth } from "./client.ts";
import { liveWordsOf, titleOf } from "./client-head.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 12, 12);

/** A list, read as often as `asked` says. */
function listOf(all: Watched[], more: Partial<Awaited<ReturnType<WallDeps["read"]>>> = {}) {
  const asked: [listed: number, skipped: number][] = [];
  const deps: WallDeps = {
    async read(_list, listed, skipped = 0, whole = 0) {
      asked.push([listed, skipped]);
      return {
        pulse: soundAt(NOW),
        list: "Brightwave",
        timezone: "Europe/Berlin",
        creators: 900,
        ofList: all.length,
        unknown: 0,
        onAir: all.filter(({ state }) => (state as { verdict?: string } | null)?.verdict === "on"),
        more: false,
        first: all.length <= whole ? all : all.slice(skipped, skipped + listed),
        ...more,
      };
    },
    viewers: async () => new Map(),
    usuallyNext: async () => [],
    wallNow: () => NOW,
  };
  return { deps, asked };
}

const titleFor = async (all: Watched[], more = {}) => {
  const live = await readLive(listOf(all, more).deps, "wl_1", 1);
  return titleOf(live, liveWordsOf(live));
};

const off = (name: string, more: Partial<Watched> = {}) => creatorOf(name, offSince(NOW - HOUR), more);

test("each creator is live, offline, unknown, paused or not checked yet, and nothing is called what it is not", async () => {
  const all = [
    creatorOf("on", onSince(NOW - HOUR)),
    off("off"),
    off("lost", { unknownSince: NOW - 20 * MINUTE, lastOkAt: NOW - 20 * MINUTE, consecutiveFaults: 9 }),
    off("paused", { enabled: false, pausedAt: NOW - HOUR, lastOkAt: NOW - HOUR }),
    creatorOf("new", null, { createdAt: NOW - 1000 }),
  ];
  const { listed, unknown, unchecked } = await readLive(listOf(all).deps, "wl_1", 1);
  expect(listed.map(({ name, presence }) => [name, presence])).toEqual([
    ["on", "live"],
    ["off", "offline"],
    ["lost", "unknown"],
    ["paused", "paused"],
    ["new", "unchecked"],
  ]);
  expect([unknown, unchecked]).toEqual([1, true]);
});

test("whoever was live when last known counts as unknown once", async () => {
  const lost = creatorOf("lost", onSince(NOW - 2 * HOUR), { unknownSince: NOW - HOUR, lastOkAt: NOW - HOUR });
  const live = await readLive(listOf([lost, off("a"), off("b")], { unknown: 1 }).deps, "wl_1", 1);
  expect([live.unknown, liveWordsOf(live).live]).toEqual([1, 0]);
});

test("the headline says no one only if everybody was checked, and at least where somebody may be live too", async () => {
  const on = creatorOf("on", onSince(NOW - HOUR));
  const fresh = creatorOf("new", null, { createdAt: NOW - 1000 });
  const lost = off("lost", { unknownSince: NOW - HOUR });
  expect(await titleFor([])).toBe("No creators yet");
  expect(await titleFor([off("a")])).toBe("No one is live");
  expect(await titleFor([off("a"), fresh])).toBe("No one known to be live");
  expect(await titleFor([off("a"), off("b"), lost])).toBe("No one known to be live");
  expect(await titleFor([lost])).toBe("We don’t know who is live");
  expect(await titleFor([on, off("a")])).toBe("1 live");
  expect(await titleFor([on, lost])).toBe("At least 1 live");
  expect(await titleFor([on, fresh])).toBe("At least 1 live");
  expect(await titleFor([on], { more: true })).toBe("At least 1 live");
  expect(await titleFor([on], { pulse: { ...soundAt(NOW), lastPollAt: 0 } })).toBe("Not checked yet");
});

test("a list of up to 120 is read at once, a longer one in pages that have everybody once", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => off(`c${String(n).padStart(4, "0")}`));
  const whole = listOf(many(120));
  const all = await readLive(whole.deps, "wl_1", 3);
  expect([all.part, all.listed.length, whole.asked.length]).toEqual([false, 120, 1]);
  const long = listOf(many(230));
  const seen: string[] = [];
  for (let page = 1; page <= 5; page++) {
    const { part, listed, isMore } = await readLive(long.deps, "wl_1", page);
    expect([page, part, isMore]).toEqual([page, true, page < 5]);
    seen.push(...listed.map(({ id }) => id));
  }
  expect([seen.length, new Set(seen).size]).toEqual([230, 230]);
  expect(long.asked).toEqual([0, 50, 100, 150, 200].map((skipped) => [51, skipped]));
});

test("a page beyond the last one, or none, is the first", () => {
  const at = (page: string) => pageIn(new URL(`http://tally.example/shared?page=${page}`));
  expect(["0", "-1", "x", "1.5", String(MAX_PAGES + 1), "2"].map(at)).toEqual([1, 1, 1, 1, 1, 2]);
});

test("of a long list that was not counted yet, or of another month, no hours are claimed", async () => {
  const many = Array.from({ length: 130 }, (_, n) => off(`c${n}`));
  const live = await readLive(listOf(many).deps, "wl_1", 1);
  const refused = { pastMonths: () => expect.unreachable(), goals: () => expect.unreachable() };
  const stored = { month: { period: "2025-12" } as never };
  for (const [list, order] of [
    ["wl_1", async () => null],
    ["wl_1", async () => stored],
    [null, () => expect.unreachable()],
  ] as const) {
    const everyone = async () => [stored.month];
    const month = await readMonth(live, list, "UTC", { reports: refused, months: { order, everyone } } as never);
    expect(month).toEqual({ people: [], totals: null, days: [], asOf: NOW });
  }
});
