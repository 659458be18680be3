import { describe, expect, test } from "vitest";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import { CALM } from "../../core/drift-detector.ts";
import type { Fault } from "../../core/fault.ts";
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
    { gate: null, watch: CALM, breakers: {} },
    { answers: NO_ANSWERS, account: null },
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
