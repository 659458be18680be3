import { backoffSeconds, FAILING_AFTER, type Fault } from "../../core/fault.ts";
import { canonical, type Json } from "../../core/json.ts";
import { givesVerdict } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { WatchedTarget } from "./batch.ts";
import { type Finding, type Evaluated, eventsOf, rowOf, problem } from "./finding.ts";
import { knowledgeAfter } from "./knowledge.ts";

/**
 * If the budget is too small, retries take calls from targets that answer. So only who may be live is retried sooner than
 * planned, once.
 */
const isRetriedSoon = ({ kind, consecutiveFaults }: WatchedTarget, turn: number): boolean =>
  turn === 0 || (consecutiveFaults === 0 && givesVerdict(kind));

/** Evaluates a fault of a target: it is counted, and the next poll is delayed by the backoff. */
export function faulted(
  target: WatchedTarget,
  fault: Fault,
  lastOkAt: number | null,
  stored: () => unknown,
  { at, jitter, turn }: Evaluated,
): Partial<Finding> {
  const before = stored() as Json;
  const overdue = before === null ? null : (targetKinds[target.kind]?.waiting?.overdue(before, at) ?? null);
  const { unknownSince, changes, patch } = knowledgeAfter(
    target,
    { before, after: before, lastOkAt, ok: false },
    at,
    turn,
  );
  const consecutiveFaults = target.consecutiveFaults + 1;
  const state = (overdue?.state ?? before) as Json;
  const awaited = state === null ? null : (targetKinds[target.kind]?.waiting?.until(state) ?? null);
  const backoffMs = Math.round(backoffSeconds(consecutiveFaults, target.intervalSeconds, jitter) * 1000);
  // The wait for facts ends in time, as ticks look only at targets that they poll.
  const backedOffUntil = Math.min(at + backoffMs, awaited ?? Infinity);
  const retryAt = Math.max(backedOffUntil, at + (fault.retryAfterSeconds ?? 0) * 1000);
  return {
    fault,
    write: rowOf(target, {
      state: overdue === null ? target.state : canonical(overdue.state as Json),
      fault,
      consecutiveFaults,
      lastOkAt,
      onAir: target.onAir,
      unknownSince,
      gap: null,
    }),
    ...eventsOf(
      target,
      [...changes, ...(overdue?.changes ?? [])],
      consecutiveFaults === FAILING_AFTER ? [problem("target.failing", target, fault, at)] : [],
      at,
    ),
    patch: { ...patch, ...(isRetriedSoon(target, turn) ? { due: retryAt } : { retryAt }) },
  };
}
