import { expect, test } from "vitest";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";
import type { Breaker } from "../../core/breaker.ts";
import { err } from "../../core/result.ts";

const refusal = (status: number) => err({ kind: "refused" as const, status, detail: `the service answered ${status}` });

test.each([401, 428, 429])(
  "an optional operation's %i opens its own breaker and stops nothing else",
  async (status) => {
    const {
      asked,
      stoppedBy,
      breakers,
      told: notified,
    } = await reading([watched("1"), watched("2"), watched("3")], {
      answer: async (operation) => (operation === "live.info" ? refusal(status) : null) as never,
    });
    expect(stoppedBy).toBeNull();
    expect(Object.keys(breakers)).toEqual(["live.info"]);
    expect(breakers["live.info"]).toMatchObject({ status, since: AT, strikes: 1 });
    // Except for calls already in progress, no further call is made. Other operations are called as usual.
    expect(asked.filter((call) => call.startsWith("live.check"))).toHaveLength(3);
    expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
    expect(notified["1"]).toEqual({ name: "Maria" });
  },
);

test("an operation that refuses is not called again in its batch, others are", async () => {
  const { asked } = await reading([watched("1"), watched("2"), watched("3")], {
    sideBySide: 1,
    answer: async (operation) => (operation === "live.info" ? refusal(429) : null) as never,
  });
  expect(asked.filter((call) => call.startsWith("live.info"))).toHaveLength(1);
  expect(asked.filter((call) => call.startsWith("user.info"))).toHaveLength(3);
});

test("an open breaker stops calls; after its pause one call tests it, in one batch only", async () => {
  const breaker: Breaker = { reason: "unauthorized", status: 401, since: AT - MINUTE, until: AT + 1, strikes: 1 };
  const people = [watched("1"), watched("2"), watched("3")];
  const info = (asked: string[]) => asked.filter((call) => call.startsWith("live.info"));
  const open = await reading(people, { breakers: { "live.info": breaker } });
  expect(info(open.asked)).toEqual([]);
  expect(open.breakers).toEqual({});

  const over = { "live.info": { ...breaker, until: AT } };
  const refused = await reading(people, {
    breakers: over,
    answer: async (operation) => (operation === "live.info" ? refusal(401) : null) as never,
  });
  expect(info(refused.asked)).toHaveLength(1);
  expect(refused.breakers["live.info"]).toMatchObject({ strikes: 2, since: AT - MINUTE, until: AT + 600_000 });

  const well = await reading(people, { breakers: over });
  expect(well.breakers).toEqual({ "live.info": null });
  expect(info((await reading(people, { breakers: over, tests: false })).asked)).toEqual([]);
});
