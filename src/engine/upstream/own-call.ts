import {
  afterGoodAnswer,
  breakerNews,
  breakerOpenedBy,
  type BreakerReason,
  type Breakers,
  type CircuitBreaker,
  isRefusing,
  isShut,
} from "../../core/circuit-breaker.ts";
import type { Commit } from "../commit.ts";
import type { Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import type { News } from "../../core/drift-detector.ts";
import type { UpstreamTool } from "../../resources/upstream-tool.ts";
import type { Answer, Call } from "../../kinds/kind.ts";
import { isPolled } from "../../kinds/operations.ts";

/** The ports of calls that a person requests: the circuit breakers and the budget that ticks use too. */
export interface OwnCallDeps {
  gate(): Promise<CircuitBreaker | null>;
  breakers(): Promise<Breakers>;
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  now(): Promise<number>;
  /** Commits a breaker that opened, and notifies operators. */
  announce(news: News[], change: Partial<Pick<Commit, "gate" | "breakers">>, now: number): Promise<void>;
}

/** Why operations may not be called now: the breaker of the account or their own is open. Null for those that may. */
export async function blocking(
  deps: Pick<OwnCallDeps, "gate" | "breakers" | "now">,
): Promise<(operation: string | undefined) => Fault | null> {
  const [now, gate, breakers] = await Promise.all([deps.now(), deps.gate(), deps.breakers()]);
  return (operation = "") => {
    const shut = [gate, breakers[operation]].find((one) => one != null && isShut(one, now));
    return shut == null ? null : faultOf(shut);
  };
}

/** Why one operation may not be called now; null if it may. */
export const blocked = async (operation: string | undefined, deps: Parameters<typeof blocking>[0]) =>
  (await blocking(deps))(operation);

/**
 * Records a refusal or a 429 as if a poll had received it. Operators are notified if targets are polled by the
 * operation; one that only people call is nobody else's concern.
 */
export async function noteAnswer(operation: string, answer: Result<Answer, Fault>, deps: OwnCallDeps): Promise<void> {
  const now = await deps.now();
  const known = (await deps.breakers())[operation] ?? null;
  if (answer.ok) {
    if (known === null) return;
    const { breaker: write, news } = afterGoodAnswer(known, operation, 0, now);
    return deps.announce(news, { breakers: { [operation]: { read: known, write } } }, now);
  }
  const reported = known !== null && !known.silent && isRefusing(known);
  const opened = breakerOpenedBy(answer.error, reported || !isPolled(operation) ? known : null, now);
  if (opened === null) return;
  const silent = !reported && !isPolled(operation);
  const write: CircuitBreaker = silent ? { ...opened, silent: true } : opened;
  const news = silent || opened.since === known?.since ? [] : [breakerNews(opened, operation)];
  await deps.announce(news, { breakers: { [operation]: { read: known, write } } }, now);
}

/** The fault of a call that an open breaker prevents. */
const faultOf = ({ reason, status }: { reason: BreakerReason; status: number }): Fault => ({
  kind: reason === "throttled" ? "throttled" : "refused",
  status,
  detail: `not asked: the upstream answered ${status} before`,
});

/** Calls the polled service while a resource is stored. Null if the budget has no call left. */
export const requestedOnce =
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
