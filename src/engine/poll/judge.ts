import type { Event } from "../../core/event.ts";
import { FAILING_AFTER, type Fault } from "../../core/fault.ts";
import { canonical, type Json, type JsonObject, parsed } from "../../core/json.ts";
import type { Result } from "../../core/result.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { isNewDay } from "../../core/sampling.ts";
import type { PlannedSamples } from "../commit.ts";
import type { Judgment } from "../../kinds/judgment.ts";
import type { ReadContext, Resolution } from "../../kinds/kind.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import type { WatchedTarget } from "./batch.ts";
import { doubtEvents } from "./doubted.ts";
import { faulted } from "./faulted.ts";
import { type Evaluated, eventsOf, type Finding, problem, rowOf } from "./finding.ts";
import { knowledgeAfter } from "./knowledge.ts";
import { slotOf } from "./slot.ts";
import { reasonOf } from "../../core/circuit-breaker.ts";
import { isLive, unreadableOf } from "../../kinds/status.ts";

/** The maximum length of a state, so that it fits into a D1 row (2 MB) in any script. */
const MAX_STATE_CHARS = 500_000;

export interface PollAnswer {
  target: WatchedTarget;
  /** The last finished poll according to the schedule, epoch ms, 0 for none. */
  lastAt: number;
  /** Since when consecutive polls were at most 15 minutes apart, epoch ms; null if unknown. */
  steadySince?: number | null;
  /** The target's share of the grant, and the calls that its reading requested, without optional ones. */
  calls: number;
  asked: number;
  /**
   * Null if it was not polled, because the breaker opened or the grant was used up. For a target to resolve, its
   * params.
   */
  seen: Result<unknown, Fault> | null;
  /** For a target that was not polled: the earliest next try (epoch ms); the next tick if omitted. */
  retryAt?: number;
  /** The operation, as its poll slot names it, that a target waits for. */
  operation?: string;
  /** True if its poll shares no call. */
  alone?: boolean;
  /** Whether its next poll may share a call, if that changes. */
  mayShare?: boolean;
  /** The same for all targets that one call asked for; omitted for one with a call of its own. */
  sharedCall?: number;
}

const QUIET = {
  fault: null,
  write: null,
  resolved: null,
  events: [],
  completed: [],
  patch: null,
  samples: null,
  slotOver: false,
};

/** Evaluates a poll by comparing the answer with the stored state. Pure. */
export function judge(seen: PollAnswer, how: Evaluated): Finding {
  const polled = evaluated(seen, how);
  const { mayShare } = seen;
  const finding = mayShare === undefined ? polled : { ...polled, patch: { ...polled.patch, alone: !mayShare } };
  // The next grant is the number of calls that this reading requested.
  if (!seen.seen?.ok || seen.asked === seen.calls) return finding;
  return { ...finding, patch: { ...finding.patch, calls: seen.asked } };
}

/** The read context of a target polled at `at`, whose last finished poll was at `lastAt`. */
export const askingOf = (
  target: WatchedTarget,
  lastAt: number,
  at: number,
): ReadContext<unknown, unknown, unknown> => ({
  targetId: target.id,
  params: target.params,
  settings: target.settings,
  announceInitial: target.announceInitial,
  before: () => parsed(target.state),
  at,
  lastOkAt: target.consecutiveFaults > 0 ? target.lastOkAt : lastAt || target.lastOkAt,
});

function evaluated({ target, lastAt, steadySince = null, seen, ...waits }: PollAnswer, how: Evaluated): Finding {
  const { at, hold } = how;
  const quiet: Finding = { ...QUIET, target };
  const { operation, retryAt = at } = waits;
  const unpolled = { due: Math.max(at, retryAt), last: lastAt, ...(operation === undefined ? {} : { operation }) };
  if (seen === null) return { ...quiet, patch: unpolled };
  // A refusal of the caller says nothing about the target. It waits for the breaker, and its faults are not counted.
  if (!seen.ok && reasonOf(seen.error) !== undefined) return { ...quiet, fault: seen.error, patch: unpolled };
  const { before: stored, ...asked } = askingOf(target, lastAt, at);
  const { lastOkAt } = asked;
  if (!seen.ok) return { ...quiet, ...faulted(target, seen.error, lastOkAt, stored, how) };
  const resolves = resolvingOf(target);
  if (resolves !== null)
    return { ...quiet, ...known(target, seen.value as Resolution<JsonObject>, resolves.unnamed(target.params), at) };
  const kind = targetKinds[target.kind]!;
  const before = stored() as Json;
  const judgment = kind.judge({
    ...asked,
    before,
    view: seen.value,
    hold,
    holdsMs: unknownAfterMs(target.intervalSeconds, how.turn),
  });
  // What can no longer be read is a fault, but the rest of the answer was compared.
  const fault = unreadableOf(seen.value);
  const state = canonical(judgment.state as Json);
  if (state.length > MAX_STATE_CHARS) throw new RangeError(`its state has ${state.length} characters`);
  const slot = slotOf(target, judgment.state, { lastOkAt, steadySince }, at);
  const polled = { before, after: judgment.state as Json, lastOkAt, ok: true };
  const knowledge = knowledgeAfter(target, polled, at, how.turn);
  const { unknownSince, gap } = knowledge;
  const same = state === target.state && target.consecutiveFaults === 0 && fault === null;
  const consecutiveFaults = faultsAfter(target, fault);
  const first = [...doubtEvents(target, judgment.doubt, at), ...troubles(target, fault, at)];
  const again = againAt(judgment.again, target.intervalSeconds, how);
  return {
    ...quiet,
    fault,
    write:
      same && !slot.over && gap === null && unknownSince === target.unknownSince
        ? null
        : rowOf(target, {
            state,
            fault,
            consecutiveFaults,
            lastOkAt: fault === null ? (same ? target.lastOkAt : at) : lastOkAt,
            onAir: isLive(kind, judgment.state),
            unknownSince,
            gap,
          }),
    ...eventsOf(target, [...knowledge.changes, ...judgment.changes, ...slot.missed], first, at),
    samples: samplesOf(judgment, lastOkAt, at),
    slotOver: slot.over,
    patch: patchOf({ ...knowledge.patch, ...again }),
  };
}

/** The points of the time series: that of this poll, after that of the last good one if the kind asks for it. */
function samplesOf(
  { samples, heldSamples, mustSample }: Judgment<unknown, unknown>,
  lastOkAt: number | null,
  at: number,
): PlannedSamples | null {
  if (samples === undefined) return null;
  const points: PlannedSamples["points"] = [[at, samples]];
  if (heldSamples !== undefined && lastOkAt !== null && !isNewDay(lastOkAt, at))
    points.unshift([lastOkAt, heldSamples]);
  return { points, always: mustSample === true };
}

/**
 * Schedules the confirmation of a result if that is sooner. If the budget is too small, the poll is also marked as
 * confirming.
 */
function againAt(again: number | null, intervalSeconds: number, { at, turn }: Evaluated): EntryPatch {
  if (again === null || (turn === 0 && again >= intervalSeconds)) return {};
  const due = at + Math.min(again, intervalSeconds) * 1000;
  return turn === 0 ? { due } : { due, confirms: true };
}

const patchOf = (patch: EntryPatch): EntryPatch | null => (Object.keys(patch).length === 0 ? null : patch);

/**
 * A newly resolved target is polled for the first time in the next tick. It gets the service's name if nobody chose one,
 * so that it has the `unnamed` one.
 */
function known(
  target: WatchedTarget,
  { params, name }: Resolution<JsonObject>,
  unnamed: string,
  at: number,
): Partial<Finding> {
  const kind = targetKinds[target.kind]!;
  return {
    resolved: {
      id: target.id,
      revision: target.revision,
      params,
      identity: kind.identity(params),
      alias: kind.resolves?.alias(params) ?? null,
      name: target.name === unnamed ? name : null,
    },
    events: recovered(target, at),
    // From now on it is polled by its kind's operation.
    patch: { due: at, operation: "" },
  };
}

const faultsAfter = ({ consecutiveFaults }: WatchedTarget, fault: Fault | null): number =>
  fault === null ? 0 : consecutiveFaults + 1;

/** The event that a target fails, or has recovered, after an answer with this fault. */
function troubles(target: WatchedTarget, fault: Fault | null, at: number): Event[] {
  if (fault === null) return recovered(target, at);
  return faultsAfter(target, fault) === FAILING_AFTER ? [problem("target.failing", target, fault, at)] : [];
}

const recovered = (target: WatchedTarget, at: number): Event[] =>
  target.consecutiveFaults >= FAILING_AFTER ? [problem("target.recovered", target, null, at)] : [];
