import { expect, test } from "vitest";
import { AT, MINUTE, watched } from "../../../test/support/batch-reading.ts";
import { plainOperation } from "../../../test/support/readings.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import { err, ok } from "../../core/result.ts";
import { accountRefusal } from "./account.ts";
import type { Batch, WatchedTarget } from "./batch.ts";
import { NO_ANSWERS } from "./operations-within.ts";

const fault = (status: number): Fault => ({ kind: "refused", status, detail: "" });
const standing = (status: number, refusedAt: number, more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
  reason: "unauthorized",
  status,
  since: refusedAt,
  until: refusedAt + 600_000,
  strikes: 1,
  refusedAt,
  reopenedAt: 0,
  recovered: false,
  over: [],
  ...more,
});
const ranking: WatchedTarget = {
  ...watched("9"),
  id: "tgt_ranking",
  kind: "ranking",
  params: { roomId: "7100", userId: "9" },
  state: null,
};

/** Refusals by operation, and what another operation answers if it is asked. */
async function found(
  refused: Record<string, number>,
  how: {
    good?: string[];
    gate?: CircuitBreaker;
    breakers?: Record<string, CircuitBreaker>;
    witnesses?: string[];
    answer?: number;
    unspent?: number;
    tokens?: boolean;
  } = {},
) {
  const asked: string[] = [];
  const { good = [], gate = null, breakers = {}, witnesses, answer = 200, unspent = 1, tokens = true } = how;
  const batch: Batch = {
    tick: AT,
    slot: 0,
    batches: 1,
    grant: 1,
    careful: false,
    targets: [],
    ...(witnesses === undefined ? {} : { witnesses }),
  };
  const answers = {
    ...NO_ANSWERS,
    refused: new Map(Object.entries(refused).map(([name, status]) => [name, fault(status)])),
    good: new Set(good),
    goodNeeded: new Set(good),
  };
  let spent = 0;
  const account = await accountRefusal(
    batch,
    { answers, gate, breakers, unspent },
    {
      load: async ({ targets }) => ({
        targets: [watched("1"), ranking].filter(({ id }) => targets.some(([wanted]) => wanted === id)),
      }),
      spend: async (calls) => (tokens ? ((spent += calls), ok(null)) : err(7)),
      read: async ({ operation }) => {
        asked.push(operation);
        if (answer !== 200) return err(fault(answer));
        return ok({ body: {}, operation: plainOperation(operation), facts: {} });
      },
    },
  );
  return { status: account.fault?.status ?? null, made: account.made, asked, spent, answers };
}

test("where another operation is refused alike, the account is; a good answer acquits it", async () => {
  const witnesses = ["tgt_1", "tgt_ranking"];
  const refused = await found({ "user.videos": 401 }, { witnesses, answer: 401 });
  expect(refused).toMatchObject({ status: 401, made: 1, asked: ["live.check"] });
  const good = await found({ "user.videos": 401 }, { witnesses });
  expect(good).toMatchObject({ status: null, made: 1, asked: ["live.check"] });
  expect([...good.answers.goodNeeded]).toEqual(["live.check"]);
  expect(await found({ "user.videos": 401 }, { witnesses, answer: 429 })).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, { witnesses, answer: 500 })).toMatchObject({ status: null });
});

test("if live checks are refused, another operation is asked", async () => {
  const how = { witnesses: ["tgt_1", "tgt_ranking"], answer: 401 };
  expect(await found({ "live.check": 401 }, how)).toMatchObject({ status: 401, asked: ["live.ranking_list"] });
});

test("nobody is asked where the answers of the batch tell", async () => {
  const witnesses = ["tgt_1", "tgt_ranking"];
  expect(await found({}, { witnesses })).toMatchObject({ status: null, asked: [] });
  expect(await found({ "user.videos": 401 }, { witnesses, good: ["live.ranking_list"] })).toMatchObject({
    status: null,
    asked: [],
  });
  expect(await found({ "user.videos": 401, "live.check": 401 }, { witnesses })).toMatchObject({
    status: 401,
    asked: [],
  });
  // Different refusals are not alike.
  expect((await found({ "user.videos": 401, "live.check": 429 }, { witnesses })).asked).toEqual(["live.ranking_list"]);
});

test("two operations are refused together within a minute, or as long as live checks are", async () => {
  const before = (operation: string, ago: number, more: Partial<CircuitBreaker> = {}) => ({
    breakers: { [operation]: standing(401, AT - ago, more) },
    witnesses: [],
  });
  expect(await found({ "live.check": 401 }, before("user.videos", MINUTE))).toMatchObject({ status: 401 });
  expect(await found({ "live.check": 401 }, before("user.videos", MINUTE + 1))).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, before("live.check", 9 * MINUTE))).toMatchObject({ status: 401 });
  expect(await found({ "user.videos": 428 }, before("live.check", 9 * MINUTE))).toMatchObject({ status: null });
  expect(await found({ "user.videos": 401 }, before("live.check", MINUTE, { silent: true }))).toMatchObject({
    status: null,
  });
  expect(await found({ "user.videos": 401 }, before("live.check", MINUTE, { goodSince: AT }))).toMatchObject({
    status: null,
  });
  // Two others prove it only where nothing else can be asked.
  const other = { breakers: { "video.info": standing(401, AT - 1000) } };
  expect(await found({ "user.videos": 401 }, { ...other, witnesses: ["tgt_1"] })).toMatchObject({
    status: null,
    asked: ["live.check"],
  });
  expect(await found({ "user.videos": 401 }, { ...other, witnesses: [] })).toMatchObject({ status: 401 });
});

test("while the account is refused any refusal of a test call keeps it so", async () => {
  const gate = standing(401, AT - 10 * MINUTE);
  expect(await found({ "live.check": 401 }, { gate })).toMatchObject({ status: 401, asked: [] });
  const over = { ...gate, goodSince: AT };
  expect(await found({ "live.check": 401 }, { gate: over, witnesses: ["tgt_ranking"] })).toMatchObject({
    status: null,
  });
});

test("a test call that is refused again asks nobody", async () => {
  const breakers = { "user.videos": standing(401, AT - 10 * MINUTE) };
  expect(await found({ "user.videos": 401 }, { breakers, witnesses: ["tgt_1"] })).toMatchObject({ asked: [] });
});

test("the call comes from the grant, else from the budget; without one nothing is proven", async () => {
  const witnesses = ["tgt_1"];
  expect(await found({ "user.videos": 401 }, { witnesses })).toMatchObject({ made: 1, spent: 0 });
  expect(await found({ "user.videos": 401 }, { witnesses, unspent: 0 })).toMatchObject({ made: 0, spent: 1 });
  expect(await found({ "user.videos": 401 }, { witnesses, unspent: 0, tokens: false })).toMatchObject({
    status: null,
    asked: [],
  });
  // A poll that a person requested knows no witnesses.
  expect(await found({ "user.videos": 401 })).toMatchObject({ status: null, asked: [] });
});
