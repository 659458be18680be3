import { HALF_OPEN_EVERY_MS, type Breakers, type CircuitBreaker } from "../../core/circuit-breaker.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import type { SlotCandidate } from "./assign.ts";
import type { Batch } from "./batch.ts";
import type { Choice } from "./choose.ts";
import type { Claim } from "./timetable.ts";

/** The test call keeps the breaker of the account open for ten more minutes, until its answer says otherwise. */
export const probed = ({ gate: breaker, careful, now }: Choice, granted: number): Claim["gate"] =>
  breaker !== null && careful && granted > 0 ? shutAgain(breaker, now) : breaker;

/** The operations that chosen targets test, by target. */
export function testsOf({ callable, chosen, careful }: Choice): Map<string, string> {
  const ids = new Set(careful ? [] : chosen.map(({ id }) => id));
  return new Map([...callable.tests].flatMap(([name, { id }]) => (ids.has(id) ? [[id, name]] : [])));
}

/** Those of one batch. */
export function testsIn(batch: SlotCandidate[], tested: Map<string, string>): Pick<Batch, "tests"> {
  const tests = batch.flatMap(({ id }) => tested.get(id) ?? []);
  return tests.length === 0 ? {} : { tests };
}

/** The breakers of these operations, which the same way stay open until their answers say otherwise. */
export const testedBreakers = (breakers: Breakers, tested: Map<string, string>, now: number): Breakers =>
  Object.fromEntries([...tested.values()].map((name) => [name, shutAgain(breakers[name]!, now)]));

/** The answer to a test says how long a 429 lasts. If the test is lost, there is another one. */
const shutAgain = (breaker: CircuitBreaker, now: number): CircuitBreaker => ({
  ...breaker,
  until: now + (breaker.reason === "throttled" ? LEASE_MS : HALF_OPEN_EVERY_MS),
});
