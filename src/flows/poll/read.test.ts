import { afterEach, expect, test, vi } from "vitest";
import { err } from "../../core/result.ts";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";

afterEach(() => vi.restoreAllMocks());

test("every check comes before what is optional, starts before others, one call of each before the second of any", async () => {
  const {
    asked,
    told: notified,
    made: created,
    seen,
  } = await reading([watched("1", AT - 10 * MINUTE), watched("2"), watched("3")]);
  expect(asked).toEqual([
    "live.check 1",
    "live.check 2",
    "live.check 3",
    "live.info 2",
    "live.info 3",
    "live.info 1",
    "user.info 2",
    "user.info 3",
    "user.info 1",
  ]);
  expect(notified["2"]).toEqual({ title: "Hello", name: "Maria" });
  expect(created).toBe(9);
  // What is optional is nothing that the next grant must hold.
  expect(seen.map((one) => one.asked)).toEqual([1, 1, 1]);
});

test("no more is asked than was granted, and checks take none of what is kept for the optional", async () => {
  const tight = await reading([watched("1"), watched("2"), watched("3")], { most: 2, all: 3 });
  expect(tight.asked).toEqual(["live.check 1", "live.check 2", "live.info 1"]);
  expect(tight.told).toEqual({ 1: { title: "Hello" }, 2: null, 3: null });
  expect(tight.missed).toEqual([]);
});

test("one deadline ends all that is optional, though a call never answers; what came before it is told", async () => {
  const ending = new AbortController();
  const work = reading([watched("1"), watched("2")], {
    deadline: ending.signal,
    answer: (operation, userId) => (operation === "live.info" && userId === "2" ? new Promise(() => undefined) : null),
  });
  await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  const { told: notified, asked, missed } = await work;
  expect(notified).toEqual({ 1: { title: "Hello" }, 2: null });
  expect(asked.filter((call) => call.startsWith("user.info"))).toEqual([]);
  expect(missed).toEqual([{ operation: "live.info", count: 1, detail: "no answer in time" }]);
});

test("a refusal ends all calls; any other failure, a throw too, is a failure of that call alone", async () => {
  const refused = await reading([watched("1")], {
    answer: async () => err({ kind: "throttled", status: 429, detail: "slow down" }),
  });
  expect(refused).toMatchObject({ asked: ["live.check 1"], closedBy: { status: 429 } });
  const thrown = await reading([watched("1")], {
    answer: (operation) => (operation === "live.info" ? Promise.reject(new Error("gone")) : null),
  });
  expect(thrown).toMatchObject({
    told: { 1: { name: "Maria" } },
    closedBy: null,
    missed: [{ operation: "live.info" }],
  });
  expect(thrown.bugs).toHaveLength(1);
});

test("what cannot be called is not asked, nor is anything of who goes on or is off", async () => {
  const { asked, told: notified } = await reading([watched("1"), watched("2", AT - 5 * MINUTE)], {
    configured: ["user.info"],
  });
  expect(asked).toEqual(["live.check 1", "live.check 2", "user.info 1"]);
  expect(notified).toEqual({ 1: { name: "Maria" }, 2: null });
});

test("where no call is spare some are read last, and give theirs to starts; without one every call is a check", async () => {
  const onAir = [watched("1", AT - MINUTE), watched("2", AT - MINUTE), watched("3", AT - MINUTE)];
  const room = { most: 3, all: 3, heldBack: 1 };
  const quiet = await reading(onAir, room);
  expect(quiet.asked).toEqual(["live.check 1", "live.check 2", "live.check 3"]);
  const start = await reading([watched("1", AT - MINUTE), watched("2"), watched("3", AT - MINUTE)], room);
  expect(start.asked).toEqual(["live.check 2", "live.check 1", "live.info 2"]);
  expect(start.made).toBe(3);
  // Who was read last was not asked, and is due at once.
  expect(start.told).toEqual({ 1: null, 2: { title: "Hello" }, 3: null });
  expect(start.seen.find(({ target }) => target.name === "3")!.seen).toBeNull();
  const later = [watched("1", AT - 10 * MINUTE), watched("2", AT - 10 * MINUTE)];
  const two = { most: 2, all: 2, heldBack: 1 };
  expect((await reading(later, { ...two, laterToo: false })).asked).toEqual(["live.check 1", "live.check 2"]);
  expect((await reading(later, { ...two, laterToo: true })).asked).toEqual(["live.check 1", "live.info 1"]);
});

test("once it is late no further call starts, and who was not asked is left as it was", async () => {
  const { asked, seen } = await reading(
    ["1", "2", "3", "4"].map((id) => watched(id)),
    {
      late: (made) => made >= 2,
      sideBySide: 1,
    },
  );
  expect(asked).toEqual(["live.check 1", "live.check 2"]);
  expect(seen.filter((one) => one.seen === null)).toHaveLength(2);
});
