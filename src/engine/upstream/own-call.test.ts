import { expect, test } from "vitest";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Answer } from "../../kinds/kind.ts";
import { requestedOnce, type OwnCallDeps } from "./own-call.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const gate = (until: number) => ({ reason: "throttled", status: 429, since: NOW - MINUTE, until }) as CircuitBreaker;
const breaker = (until: number, more: Partial<CircuitBreaker> = {}): CircuitBreaker => ({
  ...gate(until),
  reason: "unauthorized",
  status: 401,
  strikes: 1,
  over: [],
  recovered: false,
  reopenedAt: 0,
  silent: true,
  ...more,
});
const answer = ok({ body: {} }) as unknown as Result<Answer, Fault>;
const refusal: Result<Answer, Fault> = err({ kind: "throttled", status: 429, detail: "slow down" });

/** Calls an operation once. Returns the result, what was called, and what was announced. */
async function requested(operation: string, more: Partial<OwnCallDeps> = {}, arrived: Result<Answer, Fault> = answer) {
  const called: string[] = [];
  const announced: [types: string[], change: object][] = [];
  const deps: OwnCallDeps = {
    gate: async () => null,
    breakers: async () => ({}),
    spend: async () => ok(null),
    now: async () => NOW,
    announce: async (news, change) => void announced.push([news.map(({ type }) => type), change]),
    ...more,
  };
  const ask = requestedOnce(deps, async (call) => {
    called.push(call.operation);
    return arrived;
  });
  const result = await ask({ operation, values: {} });
  return { result, called, announced };
}

test("an operation is called once if the budget has a call, and not otherwise", async () => {
  expect(await requested("user.resolve")).toEqual({ result: answer, called: ["user.resolve"], announced: [] });
  const none = await requested("user.resolve", { spend: async () => err(7) });
  expect(none).toEqual({ result: null, called: [], announced: [] });
});

test("nothing is called before the breaker of all calls tests the service again", async () => {
  const closed = await requested("user.resolve", { gate: async () => gate(NOW + 1) });
  expect(closed.called).toEqual([]);
  expect(closed.result).toMatchObject({ ok: false, error: { kind: "throttled", status: 429 } });
  expect((await requested("user.resolve", { gate: async () => gate(NOW) })).called).toEqual(["user.resolve"]);
});

test("an operation's own breaker stops only that operation, and an answer closes it", async () => {
  const known = (until: number) => ({ breakers: async () => ({ "user.resolve": breaker(until) }) });
  const open = await requested("user.resolve", known(NOW + 1));
  expect([open.called, open.result]).toMatchObject([[], { error: { kind: "refused", status: 401 } }]);
  expect((await requested("user.info", known(NOW + 1))).called).toEqual(["user.info"]);
  expect((await requested("live.check", known(NOW + 1))).called).toEqual(["live.check"]);
  const over = await requested("user.resolve", known(NOW));
  const change = { breakers: { "user.resolve": { read: breaker(NOW), write: null } } };
  expect([over.called, over.announced]).toEqual([["user.resolve"], [[[], change]]]);
});

test("a refusal opens the operation's breaker, and is told if targets are polled by it", async () => {
  const changed = (operation: string, write: object) => ({ breakers: { [operation]: { read: null, write } } });
  const own = await requested("user.resolve", {}, refusal);
  const silent = expect.objectContaining({ status: 429, silent: true });
  expect(own.announced).toEqual([[[], changed("user.resolve", silent)]]);
  const polled = await requested("live.check", {}, refusal);
  expect(polled.announced).toEqual([
    [["upstream.throttled"], changed("live.check", expect.objectContaining({ status: 429 }))],
  ]);
  expect(JSON.stringify(polled.announced)).not.toContain("silent");
  const fault = err({ kind: "unreachable", status: 500, detail: "" }) as Result<Answer, Fault>;
  for (const name of ["user.resolve", "live.check"]) expect((await requested(name, {}, fault)).announced).toEqual([]);
});

test("a refusal that was told is not told again, and its end is", async () => {
  const notified = breaker(NOW);
  delete notified.silent;
  const known = { breakers: async () => ({ "user.videos": notified }) };
  const again = await requested("user.videos", known, err({ kind: "refused", status: 401, detail: "" }));
  expect(again.announced).toMatchObject([[[], { breakers: { "user.videos": { write: { strikes: 2 } } } }]]);
  expect(JSON.stringify(again.announced)).not.toContain("silent");
  const over = await requested("user.videos", known);
  expect(over.announced).toMatchObject([[["upstream.recovered"], { breakers: { "user.videos": { write: null } } }]]);
});
