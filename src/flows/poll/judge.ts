import type { Resolved, TargetWrite } from "../../core/commit.ts";
import { eventId } from "../../core/ids.ts";
import type { Change, Event } from "../../core/event.ts";
import { backoffSeconds, FAILING_AFTER, type Fault } from "../../core/fault.ts";
import { canonical, type Json, type JsonObject } from "../../core/json.ts";
import type { Result } from "../../core/result.ts";
import { closedBy } from "../../core/gate.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Asking } from "../../targets/kind.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { storedState } from "../../targets/stored.ts";
import type { WatchedTarget } from "./batch.ts";
import { slotOf } from "./slot.ts";

/** What is remembered of one target fits a row of D1 (2 MB), whatever its alphabet. */
const MOST_STATE_CHARS = 500_000;

/** What one poll of one target comes to. */
export interface Finding {
  target: WatchedTarget;
  fault: Fault | null;
  /** Null where the row stays as it is. */
  write: TargetWrite | null;
  /** Whom it means, where that was asked; null where it was not. */
  resolved: Resolved | null;
  events: Event[];
  patch: EntryPatch | null;
  /** A point of the target's time series, where it is time for one. */
  samples: Record<string, number> | null;
  /** True where it is known now whether a start came that was expected: the next one is to be found out. */
  slotOver: boolean;
}

export interface Seen {
  target: WatchedTarget;
  /** The last poll that was done, from the timetable; epoch ms, 0 for none. */
  lastAt: number;
  /** Its share of the grant, and how many calls its reading asked for, optional ones aside. */
  calls: number;
  asked: number;
  /** Null where it was not asked: the gate closed or the grant was spent. Of one that is only named, its params. */
  seen: Result<unknown, Fault> | null;
}

const QUIET = {
  fault: null,
  write: null,
  resolved: null,
  events: [],
  patch: null,
  samples: null,
  slotOver: false,
};

/** Compares what was seen at `at` with what was remembered. Pure; `jitter` is 0..1; `hold` holds flips back. */
export function judge(seen: Seen, at: number, jitter: number, hold: boolean): Finding {
  const finding = judged(seen, at, jitter, hold);
  // What a poll of it takes is learned: the next grant is as large as this reading wanted.
  if (!seen.seen?.ok || seen.asked === seen.calls) return finding;
  return { ...finding, patch: { ...finding.patch, calls: seen.asked } };
}

/** What a kind is told of a poll of the target at `at`, whose last poll that was done was at `lastAt`. */
export const askingOf = (target: WatchedTarget, lastAt: number, at: number): Asking<unknown, unknown, unknown> => ({
  targetId: target.id,
  params: target.params,
  settings: target.settings,
  announceInitial: target.announceInitial,
  before: () => storedState(target.kind, target.state),
  at,
  lastOkAt: target.consecutiveFaults > 0 ? target.lastOkAt : lastAt || target.lastOkAt,
});

function judged({ target, lastAt, seen }: Seen, at: number, jitter: number, hold: boolean): Finding {
  const quiet: Finding = { ...QUIET, target };
  if (seen === null) return { ...quiet, patch: { due: at, last: lastAt } };
  // A refusal of the caller says nothing about the target: it waits for the gate, and its faults are not counted.
  if (!seen.ok && closedBy(seen.error, null, at) !== null)
    return { ...quiet, fault: seen.error, patch: { due: at, last: lastAt } };
  const { before, ...asked } = askingOf(target, lastAt, at);
  const { lastOkAt } = asked;
  if (!seen.ok) return { ...quiet, ...faulted(target, seen.error, lastOkAt, at, jitter) };
  if (resolvingOf(target) !== null) return { ...quiet, ...known(target, seen.value as JsonObject, at) };
  const kind = targetKinds[target.kind]!;
  const judgment = kind.judge({
    ...asked,
    before: before(),
    view: seen.value,
    hold,
  });
  const state = canonical(judgment.state as Json);
  if (state.length > MOST_STATE_CHARS) throw new RangeError(`its state has ${state.length} characters`);
  const slot = slotOf(target, judgment.state, lastOkAt, at);
  const same = state === target.state && target.consecutiveFaults === 0;
  const again = judgment.again !== null && judgment.again < target.intervalSeconds ? judgment.again : null;
  return {
    ...quiet,
    write:
      same && !slot.over
        ? null
        : rowOf(target, {
            state,
            fault: null,
            consecutiveFaults: 0,
            lastOkAt: same ? target.lastOkAt : at,
            onAir: kind.live(judgment.state),
          }),
    events: [
      ...recovered(target, at),
      ...[...judgment.changes, ...slot.missed].map((change) => eventOf(target, change, at)),
    ],
    samples: judgment.samples ?? null,
    slotOver: slot.over,
    patch: again === null ? null : { due: at + again * 1000 },
  };
}

/** Now that it is known whom it means, it is polled with the next tick, for the first time. */
function known(target: WatchedTarget, params: JsonObject, at: number): Partial<Finding> {
  const kind = targetKinds[target.kind]!;
  return {
    resolved: {
      id: target.id,
      revision: target.revision,
      params,
      identity: kind.identity(params),
      alias: kind.alias?.(params) ?? null,
    },
    events: recovered(target, at),
    patch: { due: at },
  };
}

const recovered = (target: WatchedTarget, at: number): Event[] =>
  target.consecutiveFaults >= FAILING_AFTER ? [trouble("target.recovered", target, null, at)] : [];

function faulted(
  target: WatchedTarget,
  fault: Fault,
  lastOkAt: number | null,
  at: number,
  jitter: number,
): Partial<Finding> {
  const consecutiveFaults = target.consecutiveFaults + 1;
  const wait = Math.max(
    backoffSeconds(consecutiveFaults, target.intervalSeconds, jitter),
    fault.retryAfterSeconds ?? 0,
  );
  return {
    fault,
    write: rowOf(target, { state: target.state, fault, consecutiveFaults, lastOkAt, onAir: target.onAir }),
    events: consecutiveFaults === FAILING_AFTER ? [trouble("target.failing", target, fault, at)] : [],
    patch: { due: at + Math.round(wait * 1000) },
  };
}

/** The event of a target that cannot be read, or can be again. The tick of the fault that tipped it is what it is. */
const trouble = (type: string, target: WatchedTarget, fault: Fault | null, at: number): Event =>
  eventOf(
    target,
    {
      type,
      key: String(at),
      occurredAt: at,
      window: { from: target.lastOkAt, to: at },
      data: { fault: fault === null ? null : { ...fault }, count: target.consecutiveFaults + (fault === null ? 0 : 1) },
    },
    at,
  );

const rowOf = (target: WatchedTarget, row: Omit<TargetWrite, "id" | "revision">): TargetWrite => ({
  id: target.id,
  revision: target.revision,
  ...row,
});

const eventOf = (target: WatchedTarget, change: Change, at: number): Event => ({
  id: eventId(target.id, change.type, change.key),
  type: change.type,
  targetId: target.id,
  watchlistId: target.watchlistId,
  target: { name: target.name, kind: target.kind, params: target.params },
  occurredAt: change.occurredAt,
  detectedAt: at,
  window: change.window,
  data: change.data,
  follows: change.follows
    ? { eventId: eventId(target.id, change.follows.type, change.follows.key), detectedAt: change.follows.detectedAt }
    : null,
});
