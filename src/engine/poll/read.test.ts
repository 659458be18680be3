import { afterEach, expect, test, vi } from "vitest";
import { err } from "../../core/result.ts";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";

afterEach(() => vi.restoreAllMocks());

test("checks come before optional calls, starts before others, and the first call of each reading before any second", async () => {
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
  // Optional calls do not count for the next grant.
  expect(seen.map((one) => one.asked)).toEqual([1, 1, 1]);
});

test("calls never exceed the grant, and checks use none of the calls reserved for optional ones", async () => {
  const tight = await reading([watched("1"), watched("2"), watched("3")], { most: 2, all: 3 });
  expect(tight.asked).toEqual(["live.check 1", "live.check 2", "live.info 1"]);
  expect(tight.told).toEqual({ 1: { title: "Hello" }, 2: null, 3: null });
  expect(tight.missed).toEqual([]);
});

test("one deadline ends all optional calls even if one never answers, and earlier facts are used", async () => {
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

test("a refusal stops its operation, or all calls if no other is polled", async () => {
  const answer = async () => err({ kind: "throttled" as const, status: 429, detail: "slow down" });
  const people = [watched("1"), watched("2")];
  const refused = await reading(people, { answer, sideBySide: 1 });
  expect(refused).toMatchObject({ asked: ["live.check 1"], answers: { account: null } });
  expect([...refused.answers.refused.keys()]).toEqual(["live.check"]);
  const alone = await reading(people, { answer, sideBySide: 1, alone: true });
  expect(alone).toMatchObject({ asked: ["live.check 1"], answers: { account: { status: 429 } } });
});

test("any other failure, including an exception, affects only its call", async () => {
  const thrown = await reading([watched("1")], {
    answer: (operation) => (operation === "live.info" ? Promise.reject(new Error("gone")) : null),
  });
  expect(thrown).toMatchObject({
    told: { 1: { name: "Maria" } },
    answers: { account: null },
    missed: [{ operation: "live.info" }],
  });
  expect(thrown.bugs).toHaveLength(1);
});

test("operations that cannot be called are skipped, and so are facts about ongoing streams and offline creators", async () => {
  const { asked, told: notified } = await reading([watched("1"), watched("2", AT - 5 * MINUTE)], {
    configured: ["user.info"],
  });
  expect(asked).toEqual(["live.check 1", "live.check 2", "user.info 1"]);
  expect(notified).toEqual({ 1: { name: "Maria" }, 2: null });
});

test("without spare calls some targets are read last and leave theirs to starts; without starts every call is a check", async () => {
  const onAir = [watched("1", AT - MINUTE), watched("2", AT - MINUTE), watched("3", AT - MINUTE)];
  const room = { most: 3, all: 3, heldBack: 1 };
  const quiet = await reading(onAir, room);
  expect(quiet.asked).toEqual(["live.check 1", "live.check 2", "live.check 3"]);
  const start = await reading([watched("1", AT - MINUTE), watched("2"), watched("3", AT - MINUTE)], room);
  expect(start.asked).toEqual(["live.check 2", "live.check 1", "live.info 2"]);
  expect(start.made).toBe(3);
  // The target read last was not polled, and is due immediately.
  expect(start.told).toEqual({ 1: null, 2: { title: "Hello" }, 3: null });
  expect(start.seen.find(({ target }) => target.name === "3")!.seen).toBeNull();
  const later = [watched("1", AT - 10 * MINUTE), watched("2", AT - 10 * MINUTE)];
  const two = { most: 2, all: 2, heldBack: 1 };
  expect((await reading(later, { ...two, laterToo: false })).asked).toEqual(["live.check 1", "live.check 2"]);
  expect((await reading(later, { ...two, laterToo: true })).asked).toEqual(["live.check 1", "live.info 1"]);
});

test("a target that is only named is looked up after the checks of others", async () => {
  const named = { ...watched("9"), params: { handle: "maria" }, state: null };
  const { asked } = await reading([named, watched("1", AT - MINUTE)]);
  expect(asked.map((call) => call.split(" ")[0])).toEqual(["live.check", "user.resolve"]);
});

test("once it is late no further call starts, and targets that were not polled stay as they were", async () => {
  const { asked, seen } = await reading(
    ["1", "2", "3", "4"].map((id) => watched(id)),
    {
      late: (created) => created >= 2,
      sideBySide: 1,
    },
  );
  expect(asked).toEqual(["live.check 1", "live.check 2"]);
  expect(seen.filter((one) => one.seen === null)).toHaveLength(2);
});
