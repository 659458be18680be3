import fc from "fast-check";
import { expect, test } from "vitest";
import { stepAbove } from "../../core/watched-number.ts";
import { runs } from "../../../test/support/runs.ts";
import { operationsOf } from "../../engine/upstream/operations.ts";
import { grantedWishes, milestonesOf, nextMilestone, withMilestone, withoutMilestone } from "./notify.ts";
import { typedCount } from "./page/notify-actions.ts";

test("the next milestone is the lowest round number above, that is not watched yet", () => {
  expect([0, 1, 9, 10, 81_204, 99_999, 100_000, 499_999, 2_077_448].map(stepAbove)).toEqual([
    1, 2, 10, 20, 100_000, 100_000, 200_000, 500_000, 5_000_000,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (now) => {
      const step = stepAbove(now);
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(step).toBeGreaterThan(now);
      if (now >= 1) expect(step).toBeLessThanOrEqual(now * 2.5);
    }),
    { numRuns: runs(2000) },
  );
  const none = { rounds: false, numbers: [] };
  expect(nextMilestone(81_204, none)).toBe(100_000);
  expect(nextMilestone(81_204, { rounds: false, numbers: [100_000, 200_000] })).toBe(500_000);
  // Nobody has counted: a number is proposed all the same, and the first count corrects it.
  expect(nextMilestone(null, none)).toBe(100_000);
});

test("numbers are read as people type them, and nothing else is a number", () => {
  const typed = ["100000", "100,000", "100.000", "100 000", "1’000’000", "100K", "1.2M", " 5 "];
  expect(typed.map(typedCount)).toEqual([100_000, 100_000, 100_000, 100_000, 1_000_000, 100_000, 1_200_000, 5]);
  expect(["", "0", "-5", "many", "1.5", "1e99"].map(typedCount)).toEqual([null, null, null, null, null, null]);
});

test("milestones come and go, and what else is watched stays", () => {
  const limit = { field: "followers", above: 7 };
  const other = { field: "likes" };
  const one = withMilestone([limit, other], "followers", 500);
  expect(one).toEqual([limit, other, { field: "followers", milestones: [500] }]);
  const two = withMilestone(withMilestone(one, "followers", 100), "followers", 100);
  expect(two.at(-1)).toEqual({ field: "followers", milestones: [100, 500] });
  const rounds = withMilestone(two, "followers", null);
  const settings = { watch: rounds as never };
  expect(milestonesOf({ settings }, "followers")).toEqual({ rounds: true, numbers: [100, 500] });
  expect(withMilestone(rounds, "followers", null)).toBe(rounds);
  expect(withoutMilestone(rounds, "followers", null)).toEqual(two);
  expect(withoutMilestone(withoutMilestone(two, "followers", 100), "followers", 500)).toEqual([limit, other]);
  const both = [{ field: "followers", above: 7, milestones: [100] }];
  expect(withoutMilestone(both, "followers", 100)).toEqual([{ field: "followers", above: 7, milestones: [] }]);
  expect(milestonesOf(null, "followers")).toEqual({ rounds: false, numbers: [] });
});

const NOTHING = { related: [], elsewhere: [], relatedAlerts: [], subscriptions: [], channels: [], events: [] };

test("what can't be watched yet says why: no ID, no stream, no operation, no count", () => {
  const reading = (params: object, state: object | null) => ({
    target: { id: "tgt_1", kind: "live", name: "Maria", watchlistId: "wl_1", params, state, settings: {} } as never,
    ...NOTHING,
  });
  const unready = (params: object, state: object | null, operations: ReturnType<typeof operationsOf>) =>
    Object.fromEntries(grantedWishes(reading(params, state), operations, 0).map((one) => [one.wish, one.unready]));
  const all = operationsOf({});
  const noId = "no-id";
  expect(unready({ handle: "maria" }, null, all)).toEqual({
    live: null,
    videos: noId,
    followers: noId,
    profile: noId,
    ranking: noId,
  });
  expect(unready({ handle: "maria" }, null, new Map())).toMatchObject({ live: null, videos: "names-only" });
  const known = { userId: "7012" };
  const ready = { live: null, videos: null, followers: null, profile: null };
  expect(unready(known, null, all)).toEqual({ ...ready, ranking: "no-room" });
  expect(unready(known, { room: "71" }, all)).toEqual({ ...ready, ranking: null });
  expect(unready(known, null, new Map())).toMatchObject({ videos: "no-operation", followers: "no-operation" });
  const custom = (fields: Record<string, string>, query = { u: "{userId}" }) =>
    operationsOf({ "user.info": { method: "GET", path: "/who", query, body: {}, fields } as never });
  expect(unready(known, null, custom({ name: "/n" }))).toMatchObject({ followers: "no-count", profile: null });
  expect(unready(known, null, custom({ followerCount: "/n" }))).toMatchObject({ followers: null });
  expect(unready(known, null, custom({ name: "/n" }, { u: "{who}" }))).toMatchObject({ profile: "no-operation" });
});
