import { afterEach, expect, test, vi } from "vitest";
import { factsOf } from "../../core/facts.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { err, ok } from "../../core/result.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import { live } from "../../targets/live/kind.ts";
import type { WatchedTarget } from "./batch.ts";
import { readAll, type Read } from "./read.ts";

const AT = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

afterEach(() => vi.restoreAllMocks());

/** Off the air a minute ago; `since` where it has been on since then. */
const watched = (userId: string, since: number | null = null): WatchedTarget => ({
  id: `tgt_${userId}`,
  kind: "live",
  name: userId,
  watchlistId: "wl_default",
  params: { userId },
  settings: { ...live.stored.settings({}) },
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: AT - MINUTE,
  state: JSON.stringify({
    verdict: since === null ? "off" : "on",
    since: since ?? AT - MINUTE,
    session: since === null ? null : { id: "ses_1", room: "7100", startedAt: since, lastOnAt: null, toldAt: since },
    flip: null,
    baseline: false,
  }),
  consecutiveFaults: 0,
  lastOkAt: AT - MINUTE,
  onAir: since !== null,
  expectedAt: null,
  expectedConfidence: null,
});

const bodies: Record<string, object> = {
  "live.check": { code: 0, data: { data: [{ alive: true, room_id: "7100" }] } },
  "live.info": { code: 0, data: { room: { title: "Hello" } } },
  "user.info": { code: 0, data: { user: { nickname: "Maria" } } },
};
const fields = { title: "/data/room/title", name: "/data/user/nickname" };

/** Reads targets who are all on the air, and says which calls it made. */
async function reading(
  targets: WatchedTarget[],
  how: {
    answer?: (operation: string, userId: string) => ReturnType<Read> | null;
    most?: number;
    all?: number;
    deadline?: AbortSignal;
    configured?: string[];
  } = {},
) {
  const asked: string[] = [];
  const bugs: unknown[] = [];
  const read: Read = async ({ operation: name, values }) => {
    asked.push(`${name} ${String(values["userId"])}`);
    const own = how.answer?.(name, String(values["userId"])) ?? null;
    if (own !== null) return own;
    const body = bodies[name] as never;
    const operation = { ...plainOperation(name), fields };
    return ok({ body, operation, facts: factsOf(body, fields, PUBLIC_ONLY) });
  };
  const { most = 100, all = 200 } = how;
  const answers = await readAll(
    targets.map((target) => ({ target, lastAt: AT - MINUTE, calls: 1 })),
    AT,
    { most, all },
    {
      read,
      sideBySide: 6,
      configured: (operation) => how.configured?.includes(operation) ?? true,
      deadline: () => how.deadline ?? new AbortController().signal,
      closes: ({ status }) => status === 429,
      late: () => false,
      bug: (thrown) => bugs.push(thrown),
    },
  );
  const told = Object.fromEntries(
    answers.seen.map(({ target, seen }) => [target.name, seen?.ok ? ((seen.value as any).told?.info ?? null) : seen]),
  );
  return { ...answers, asked, told, bugs };
}

test("every check comes before what is optional, starts before others, one call of each before the second of any", async () => {
  const { asked, told, made, seen } = await reading([watched("1", AT - 10 * MINUTE), watched("2"), watched("3")]);
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
  expect(told["2"]).toEqual({ title: "Hello", name: "Maria" });
  expect(made).toBe(9);
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
  const { told, asked, missed } = await work;
  expect(told).toEqual({ 1: { title: "Hello" }, 2: null });
  expect(asked.filter((call) => call.startsWith("user.info"))).toEqual([]);
  expect(missed).toEqual([{ operation: "live.info", count: 1, detail: "no answer in time" }]);
});

test("a refusal ends all calls; any other failure, a throw too, is a failure of that call alone", async () => {
  const refused = await reading([watched("1")], {
    answer: async () => err({ kind: "throttled", status: 429, detail: "slow down" }),
  });
  expect(refused).toMatchObject({ asked: ["live.check 1"], closedBy: { status: 429 } });
  const later = await reading([watched("1")], {
    answer: (operation) =>
      operation === "live.info" ? Promise.resolve(err({ kind: "throttled", status: 429, detail: "slow down" })) : null,
  });
  expect(later).toMatchObject({ asked: ["live.check 1", "live.info 1"], closedBy: { status: 429 }, told: { 1: null } });
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
  const { asked, told } = await reading([watched("1"), watched("2", AT - 5 * MINUTE)], { configured: ["user.info"] });
  expect(asked).toEqual(["live.check 1", "live.check 2", "user.info 1"]);
  expect(told).toEqual({ 1: { name: "Maria" }, 2: null });
});
