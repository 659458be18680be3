import { describe, expect, test } from "vitest";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";
import { NOW, plan, RULES, timetable } from "../../../test/support/timetable.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import { CALM } from "../../core/drift-detector.ts";
import type { Fault } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import { NO_ANSWERS, type OperationAnswers } from "./callable.ts";
import { breakersAfter, type BreakersRead, judgeUpstream } from "./upstream.ts";

/** Reads creators who are all live: some were off, the others on before. Returns whose change waits. */
async function heldOf(starting: number, rest: number, slot: number | null = 0): Promise<number> {
  const targets = Array.from({ length: starting + rest }, (_, n) =>
    watched(String(n + 1), n < starting ? null : AT - 5 * MINUTE),
  );
  const { seen } = await reading(targets);
  const batch = { tick: AT, slot, batches: 1, grant: 9, careful: false, targets: [] };
  const { held } = judgeUpstream(
    batch,
    seen,
    { gate: null, watch: CALM, breakers: {}, operation: () => null },
    { answers: NO_ANSWERS, account: null, sizes: new Map() },
  );
  return held.size;
}

test.each([
  [3, 3, 3],
  [3, 4, 0],
  [4, 4, 4],
  [2, 0, 0],
  [3, 0, 3],
])("if %i go live at once and %i stay live, %i starts wait for another poll", async (starting, rest, held) => {
  expect(await heldOf(starting, rest)).toBe(held);
});

test("in a poll that a person requested, no start waits", async () => {
  expect(await heldOf(3, 0, null)).toBe(0);
});

describe("breaker changes", () => {
  const AT = Date.UTC(2026, 0, 5, 12);
  const MINUTE = 60_000;

  const fault = (status: number): Fault => ({ kind: "refused", status, detail: "" });
  const open = (more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
    reason: "unauthorized",
    status: 401,
    since: AT - 10 * MINUTE,
    until: AT,
    strikes: 1,
    refusedAt: AT - 10 * MINUTE,
    reopenedAt: 0,
    recovered: false,
    over: [],
    ...more,
  });
  const read = (more: Partial<BreakersRead> = {}): BreakersRead => ({
    gate: null,
    breakers: {},
    reported: undefined,
    ...more,
  });
  const refused = (operation: string, status = 401): OperationAnswers => ({
    ...NO_ANSWERS,
    refused: new Map([[operation, fault(status)]]),
  });
  const good = (operation: string): OperationAnswers => ({
    ...NO_ANSWERS,
    good: new Set([operation]),
    goodNeeded: new Set([operation]),
  });
  const notified = ({ news }: ReturnType<typeof breakersAfter>) =>
    news.map(({ type, data }) => [type, "operation" in data ? data.operation : null]);

  test("a refusal opens the breaker of its operation alone, and is told with its name", () => {
    const found = breakersAfter(AT, read(), refused("user.videos"), null);
    expect(found.gate).toBeNull();
    expect(found.breakers).toMatchObject({
      "user.videos": { read: null, write: { status: 401, until: AT + 600_000 } },
    });
    expect(notified(found)).toEqual([["upstream.unauthorized", "user.videos"]]);
  });

  test("a test call that is refused again is told no more, one that is answered ends the problem", () => {
    const known = read({ breakers: { "user.videos": open() } });
    const again = breakersAfter(AT, known, refused("user.videos"), null);
    expect([notified(again), again.breakers["user.videos"]!.write!.strikes]).toEqual([[], 2]);
    const over = breakersAfter(AT, known, good("user.videos"), null);
    expect(over.breakers["user.videos"]!.write).toBeNull();
    expect(notified(over)).toEqual([["upstream.recovered", "user.videos"]]);
  });

  test("the end of a problem that was told twice within a day waits until answers have stayed good for ten minutes", () => {
    const reported = { "unauthorized user.videos": [AT - 60 * MINUTE, AT - 10 * MINUTE] };
    const first = breakersAfter(AT, read({ breakers: { "user.videos": open() }, reported }), good("user.videos"), null);
    expect(notified(first)).toEqual([]);
    const waiting = first.breakers["user.videos"]!.write!;
    expect(waiting).toMatchObject({ goodSince: AT });
    const known = read({ breakers: { "user.videos": waiting }, reported });
    expect(breakersAfter(AT + MINUTE, known, good("user.videos"), null)).toMatchObject({ breakers: {}, news: [] });
    expect(notified(breakersAfter(AT + 10 * MINUTE, known, good("user.videos"), null))).toEqual([
      ["upstream.recovered", "user.videos"],
    ]);
    const old = { "unauthorized user.videos": [AT - 25 * 60 * MINUTE, AT - 10 * MINUTE] };
    expect(
      notified(
        breakersAfter(AT, read({ breakers: { "user.videos": open() }, reported: old }), good("user.videos"), null),
      ),
    ).toHaveLength(1);
  });

  test("each report is remembered by problem and operation", () => {
    const { reported } = breakersAfter(AT, read({ reported: { "live.check": [AT] } }), refused("user.videos"), null);
    expect(reported).toEqual({ "live.check": [AT], "unauthorized user.videos": [AT] });
  });

  test("a refusal of the account stands for those of its operations, and is told once", () => {
    const account = breakersAfter(AT, read(), refused("live.check"), fault(401));
    expect(account.breakers).toEqual({});
    expect(account.gate).toMatchObject({ read: null, write: { status: 401 } });
    expect(notified(account)).toEqual([["upstream.unauthorized", null]]);
    const gate = open();
    expect(notified(breakersAfter(AT, read({ gate }), refused("live.check"), fault(401)))).toEqual([]);
  });

  test("a good answer ends the refusal of the account at once, and that of its operation, but no other", () => {
    const known = read({ gate: open(), breakers: { "live.check": open(), "user.videos": open() } });
    const found = breakersAfter(AT, known, good("live.check"), null);
    expect([found.gate!.write, Object.keys(found.breakers)]).toEqual([null, ["live.check"]]);
    expect(notified(found)).toEqual([
      ["upstream.recovered", null],
      ["upstream.recovered", "live.check"],
    ]);
  });

  test("an optional refusal is silent, does not shorten a reported one, and is told once a poll is refused", () => {
    const optional: OperationAnswers = { ...NO_ANSWERS, refusedOptional: new Map([["user.info", fault(401)]]) };
    const found = breakersAfter(AT, read(), optional, null);
    expect([found.news, found.breakers["user.info"]!.write]).toMatchObject([[], { silent: true }]);
    const reported = breakersAfter(AT, read({ breakers: { "user.info": open({ until: AT + 5 }) } }), optional, null);
    expect(reported.breakers["user.info"]!.write).toMatchObject({ until: AT + 600_000, since: AT - 10 * MINUTE });
    expect(reported.breakers["user.info"]!.write).not.toHaveProperty("silent");
    const polled = breakersAfter(
      AT,
      read({ breakers: { "user.info": open({ silent: true }) } }),
      refused("user.info"),
      null,
    );
    expect(notified(polled)).toEqual([["upstream.unauthorized", "user.info"]]);
    expect(polled.breakers["user.info"]!.write).toMatchObject({ since: AT });
    const answered = breakersAfter(
      AT,
      read({ breakers: { "user.info": open({ silent: true }) } }),
      { ...NO_ANSWERS, good: new Set(["user.info"]) },
      null,
    );
    expect([answered.news, answered.breakers["user.info"]!.write]).toEqual([[], null]);
  });

  test("an answer to an optional call does not prove that the account is accepted", () => {
    const optional: OperationAnswers = { ...NO_ANSWERS, good: new Set(["user.info"]) };
    expect(breakersAfter(AT, read({ gate: open() }), optional, null)).toMatchObject({ gate: null, news: [] });
  });
});

describe("an open circuit breaker", () => {
  const refused: CircuitBreaker = {
    reason: "unauthorized",
    status: 401,
    since: NOW - 1000,
    refusedAt: NOW - 1000,
    until: NOW + 1000,
    strikes: 1,
    reopenedAt: 0,
    recovered: false,
    over: [],
  };

  test("lets no call through before its time", () => {
    expect(plan(NOW, RULES, timetable(5, { gate: refused })).batches).toEqual([]);
    expect(plan(NOW, RULES, timetable(5, { gate: { ...refused, reason: "throttled" } })).batches).toEqual([]);
  });

  test("lets one test call through after a refusal, and stays open for ten more minutes", () => {
    const { claim, batches } = plan(NOW + 1000, RULES, timetable(5, { gate: refused }));
    expect(batches).toHaveLength(1);
    expect(batches[0]).toMatchObject({ grant: 1, careful: true });
    expect(batches[0]!.targets).toHaveLength(1);
    const more = plan(NOW + 1000, RULES, timetable(5, { gate: refused, optionalCalls: 2 }));
    expect(more.batches).toMatchObject([{ grant: 1, spare: 0 }]);
    expect(claim.gate!.until).toBe(NOW + 1000 + 600_000);
    // Even if a poll makes several calls.
    const dear = timetable(5, { gate: refused });
    for (const entry of Object.values(dear.sheets[0]!.entries)) entry[6] = 3;
    expect(plan(NOW + 1000, RULES, dear).batches).toMatchObject([{ grant: 1, spare: 0 }]);
  });

  test("after a 429 starts with a tenth of the budget, which grows back", () => {
    const throttled: CircuitBreaker = { ...refused, reason: "throttled", status: 429, until: NOW };
    const { claim, batches } = plan(NOW, RULES, timetable(60, { gate: throttled, tokens: 60, filledAt: NOW }));
    expect(batches[0]!.grant).toBe(6);
    expect(claim.gate).toMatchObject({ reopenedAt: NOW });
    const later = plan(NOW + 30 * 60_000, RULES, timetable(60, { gate: claim.gate, tokens: 0, filledAt: NOW }));
    expect(later.batches.flatMap(({ targets }) => targets)).toHaveLength(60);
    expect(later.claim.gate).toBeNull();
  });
});

const refusal = (status: number) => err({ kind: "refused" as const, status, detail: `the service answered ${status}` });

test.each([401, 428, 429])("an optional operation's %i stops that operation and nothing else", async (status) => {
  const {
    asked,
    answers,
    told: notified,
  } = await reading([watched("1"), watched("2"), watched("3")], {
    answer: async (operation) => (operation === "live.info" ? refusal(status) : null) as never,
    alone: true,
  });
  expect([answers.account, [...answers.refused]]).toEqual([null, []]);
  expect([...answers.refusedOptional]).toMatchObject([["live.info", { status }]]);
  // Except for calls already in progress, no further call is made. Other operations are called as usual.
  expect(asked.filter((call) => call.startsWith("live.check"))).toHaveLength(3);
  expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
  expect(notified["1"]).toEqual({ name: "Maria" });
});

test("an operation that refuses is not called again in its batch, others are", async () => {
  const { asked } = await reading([watched("1"), watched("2"), watched("3")], {
    sideBySide: 1,
    answer: async (operation) => (operation === "live.info" ? refusal(429) : null) as never,
  });
  expect(asked.filter((call) => call.startsWith("live.info"))).toHaveLength(1);
  expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
});

const open = (until: number, more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
  reason: "unauthorized",
  status: 401,
  since: AT - MINUTE,
  refusedAt: AT - MINUTE,
  until,
  strikes: 1,
  reopenedAt: 0,
  recovered: false,
  over: [],
  silent: true,
  ...more,
});

test.each(["unauthorized", "throttled"] as const)(
  "an open breaker stops optional calls; after its pause one call tests it, in one batch only (%s)",
  async (reason) => {
    const people = [watched("1"), watched("2"), watched("3")];
    const info = (requested: string[]) => requested.filter((call) => call.startsWith("live.info"));
    const shut = await reading(people, { breakers: { "live.info": open(AT + 1, { reason }) }, tests: false });
    expect([info(shut.asked), [...shut.answers.good]]).toEqual([[], ["live.check", "user.info"]]);

    const over = { "live.info": open(AT, { reason }) };
    const refused = await reading(people, {
      breakers: over,
      answer: async (operation) => (operation === "live.info" ? refusal(401) : null) as never,
    });
    expect(info(refused.asked)).toHaveLength(1);
    expect(refused.answers.refusedOptional.get("live.info")).toMatchObject({ status: 401 });

    const well = await reading(people, { breakers: over });
    expect([info(well.asked).length, well.answers.good.has("live.info")]).toEqual([1, true]);
    expect(info((await reading(people, { breakers: over, tests: false })).asked)).toEqual([]);
  },
);
