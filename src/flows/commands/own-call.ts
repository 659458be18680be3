import { breakerAfter, type Breakers } from "../../core/breaker.ts";
import type { Commit } from "../../core/commit.ts";
import type { Fault } from "../../core/fault.ts";
import { breakerOpenedBy, breakerNews, type CircuitBreaker, type BreakerReason } from "../../core/circuit-breaker.ts";
import { err, type Result } from "../../core/result.ts";
import type { OperatorNews } from "../../core/drift-detector.ts";
import type { UpstreamTool } from "../../resources/upstream-tool.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import { isPolled } from "../../targets/operations.ts";

/** The ports of calls that a person requests: the circuit breakers and the budget that ticks use too. */
export interface OwnCallDeps {
  gate(): Promise<CircuitBreaker | null>;
  breakers(): Promise<Breakers>;
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  now(): Promise<number>;
  /** Commits a breaker that opened, and notifies operators. */
  announce(news: OperatorNews[], change: Partial<Pick<Commit, "gate" | "breakers">>, now: number): Promise<void>;
}

/** Why an operation may not be called now: the breaker of all calls or its own is open. Null if it may. */
export async function blocked(operation: string, deps: OwnCallDeps): Promise<Fault | null> {
  const now = await deps.now();
  const gate = await deps.gate();
  if (gate !== null && now < gate.until) return faultOf(gate);
  const breaker = isPolled(operation) ? undefined : (await deps.breakers())[operation];
  return breaker !== undefined && now < breaker.until ? faultOf(breaker) : null;
}

/**
 * Records a refusal or a 429 as if a poll had received it: for all calls if targets are polled by the operation,
 * otherwise for the operation alone.
 */
export async function noteAnswer(operation: string, answer: Result<Answer, Fault>, deps: OwnCallDeps): Promise<void> {
  const now = await deps.now();
  if (!isPolled(operation)) {
    const before = (await deps.breakers())[operation];
    const after = answer.ok ? null : breakerAfter(answer.error, before, now);
    const closes = answer.ok && before !== undefined;
    if (after !== null || closes) await deps.announce([], { breakers: { [operation]: after } }, now);
    return;
  }
  if (answer.ok) return;
  const breaker = await deps.gate();
  const closed = breakerOpenedBy(answer.error, breaker, now);
  if (closed === null) return;
  const news = closed.since === breaker?.since ? [] : [breakerNews(closed)];
  await deps.announce(news, { gate: { read: breaker, write: closed } }, now);
}

/** The fault of a call that an open breaker prevents. */
export const faultOf = ({ reason, status }: { reason: BreakerReason; status: number }): Fault => ({
  kind: reason === "throttled" ? "throttled" : "refused",
  status,
  detail: `not asked: the upstream answered ${status} before`,
});

/** Calls the polled service while a resource is stored. Null if the budget has no call left. */
export const askedOnce =
  (deps: OwnCallDeps, read: (call: Call) => Promise<Result<Answer, Fault>>): UpstreamTool["ask"] =>
  async (call) => {
    const fault = await blocked(call.operation, deps);
    if (fault !== null) return err(fault);
    if (!(await deps.spend(1)).ok) return null;
    const answer = await read(call);
    await noteAnswer(call.operation, answer, deps);
    return answer;
  };

/** For bulk changes: lookups are left to the ticks. */
export const askingLater = ({ operation }: UpstreamTool): UpstreamTool => ({ operation, ask: async () => null });
