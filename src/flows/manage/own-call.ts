import { breakerAfter, type Breakers } from "../../core/breaker.ts";
import type { Commit } from "../../core/commit.ts";
import type { Fault } from "../../core/fault.ts";
import { closedBy, breakerNews, type CircuitBreaker, type BreakerReason } from "../../core/gate.ts";
import { err, type Result } from "../../core/result.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { UpstreamTool } from "../../resources/upstream-tool.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import { isPolled } from "../../targets/operations.ts";

/** What a call that a person asked for draws on: the gate, the breakers and the budget of the timetable. */
export interface OwnCallDeps {
  gate(): Promise<CircuitBreaker | null>;
  breakers(): Promise<Breakers>;
  /** Takes calls from the budget; else the seconds after which there may be enough. */
  spend(calls: number): Promise<Result<null, number>>;
  now(): Promise<number>;
  /** Commits the gate that a refusal closes, or the breaker that it opens, and notifies operators. */
  announce(news: OperatorNews[], change: Partial<Pick<Commit, "gate" | "breakers">>, now: number): Promise<void>;
}

/** Why an operation is not called now: the gate is closed, or its own breaker is open. Null where it may be. */
export async function blocked(operation: string, deps: OwnCallDeps): Promise<Fault | null> {
  const now = await deps.now();
  const gate = await deps.gate();
  if (gate !== null && now < gate.until) return faultOf(gate);
  const breaker = isPolled(operation) ? undefined : (await deps.breakers())[operation];
  return breaker !== undefined && now < breaker.until ? faultOf(breaker) : null;
}

/**
 * A refusal or a 429 that such a call meets holds as if a poll had met it: of an operation that targets are polled by for
 * every call, of any other for that operation alone.
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
  const closed = closedBy(answer.error, breaker, now);
  if (closed === null) return;
  const news = closed.since === breaker?.since ? [] : [breakerNews(closed)];
  await deps.announce(news, { gate: { read: breaker, write: closed } }, now);
}

/** Why nothing is asked while the gate is closed or a breaker is open. */
export const faultOf = ({ reason, status }: { reason: BreakerReason; status: number }): Fault => ({
  kind: reason === "throttled" ? "throttled" : "refused",
  status,
  detail: `not asked: the upstream answered ${status} before`,
});

/** Calls of the polled service while something is kept: null where the budget has none to spare now. */
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

/** For many that are kept at once: whatever is to be looked up waits for the ticks. */
export const askingLater = ({ operation }: UpstreamTool): UpstreamTool => ({ operation, ask: async () => null });
