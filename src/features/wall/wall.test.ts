import { expect, test } from "vitest";
import { creatorOf, offSince, onSince, soundAt } from "../../../test/support/watched-now.ts";
import type { Watched } from "../now/now-reading.ts";
import { readWall, type UsuallyNext, type WallDeps } from "./wall.ts";
import { headlineOf } from "./wall.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 12, 12);

/** What the wall reads; remembers since when viewers were asked for. */
function reading(onAir: Watched[], more: Partial<{ more: boolean; next: UsuallyNext[] }> = {}) {
  const asked: [what: string, ids: string[], since: number][] = [];
  const { more: rest = false, next = [] } = more;
  const deps: WallDeps = {
    read: async () => ({
      pulse: soundAt(NOW),
      list: null,
      timezone: null,
      creators: 9,
      ofList: 9,
      unknown: null,
      onAir,
      more: rest,
      first: [],
    }),
    async viewers(ids, since) {
      asked.push(["viewers", ids, since]);
      return new Map(
        ids.map((id) => [id, [2, 1, 0].map((hours) => [NOW - hours * HOUR, 10 * hours] as [number, number])]),
      );
    },
    async usuallyNext(list, after, max) {
      asked.push(["next", list === null ? [] : [list], after]);
      return next.slice(0, max);
    },
    wallNow: () => NOW,
  };
  return { deps, asked };
}

const ids = (all: { id: string }[]) => all.map(({ id }) => id);

test("live creators are shown, the latest start first, each with the viewers of its own stream", async () => {
  const { deps, asked } = reading([
    creatorOf("early", onSince(NOW - 3 * HOUR)),
    creatorOf("late", onSince(NOW - HOUR)),
    creatorOf("over", offSince(NOW - HOUR)),
  ]);
  const { tiles, onAir } = await readWall(deps);
  expect(ids(tiles)).toEqual(["late", "early"]);
  expect(tiles.map(({ viewed }) => viewed.length)).toEqual([2, 3]);
  expect(asked).toContainEqual(["viewers", ["late", "early"], NOW - 3 * HOUR]);
  expect(onAir).toEqual({ count: 2, unknown: 0, more: false });
});

test("a dozen tiles fit, all count, and no viewers older than a day are read", async () => {
  const many = Array.from({ length: 15 }, (_, n) => creatorOf(`c${n}`, onSince(NOW - (n + 1) * 5 * HOUR)));
  const { deps, asked } = reading(many, { more: true });
  const { tiles, onAir } = await readWall(deps);
  expect(ids(tiles)).toEqual(ids(many.slice(0, 12)));
  expect(onAir).toEqual({ count: 15, unknown: 0, more: true });
  expect(asked[0]![2]).toBe(NOW - DAY);
});

test("while few are live, who usually goes live next is read, for 45 minutes after the usual time", async () => {
  const next = [10 * MINUTE, HOUR, 8 * DAY].map((ahead, n) => ({
    one: creatorOf(`c${n}`, offSince(0)),
    at: NOW + ahead,
  }));
  const few = reading([creatorOf("on", onSince(NOW - HOUR))], { next });
  expect((await readWall(few.deps)).next).toEqual([
    { id: "c0", name: "c0", handle: null, at: NOW + 10 * MINUTE },
    { id: "c1", name: "c1", handle: null, at: NOW + HOUR },
  ]);
  expect(few.asked).toContainEqual(["next", [], NOW - 45 * MINUTE]);
  const several = reading(
    [1, 2, 3, 4].map((n) => creatorOf(`on${n}`, onSince(NOW - n * HOUR))),
    { next },
  );
  expect((await readWall(several.deps)).next).toEqual([]);
  expect(several.asked.map(([what]) => what)).toEqual(["viewers"]);
});

test("no viewers are read where nobody is live", async () => {
  const { deps, asked } = reading([]);
  expect((await readWall(deps)).tiles).toEqual([]);
  expect(asked.map(([what]) => what)).toEqual(["next"]);
});

test("while somebody is unknown or was not checked yet, those who are live are at least so many", () => {
  const pulse = soundAt(NOW);
  const of = (count: number, unknown: number, unchecked = false) =>
    headlineOf(
      {
        onAir: { count, unknown: 0, more: false },
        unknown,
        pulse: unchecked ? { ...pulse, load: { ...pulse.load, habitual: 2, judged: 1 } } : pulse,
      },
      false,
    );
  expect([of(6, 0), of(6, 24), of(6, 0, true)]).toEqual(["6 live", "At least 6 live", "At least 6 live"]);
  expect([of(0, 0), of(0, 24), of(0, 0, true)]).toEqual([
    "No one is live",
    "No one known to be live",
    "No one known to be live",
  ]);
  const onAir = { count: 0, unknown: 0, more: false };
  const resting = { onAir, unknown: 0, pulse: { ...pulse, rests: ["tgt_1"] } };
  expect(headlineOf(resting, false)).toBe("No one known to be live");
});
