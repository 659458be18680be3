import { expect, test } from "vitest";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import { err } from "../../core/result.ts";

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
