import type { Event } from "../../core/event.ts";
import { FAILING_AFTER, type Fault } from "../../core/fault.ts";
import { canonical, type Json, type JsonObject } from "../../core/json.ts";
import type { Result } from "../../core/result.ts";
import { closedBy } from "../../core/gate.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Asking } from "../../targets/kind.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { storedState } from "../../targets/stored.ts";
import type { WatchedTarget } from "./batch.ts";
import { faulted } from "./faulted.ts";
import type { Finding, Evaluated } from "./finding.ts";
import { knowledgeAfter } from "./knowledge.ts";
import { eventsOf, rowOf, trouble } from "./target-event.ts";
import { slotOf } from "./slot.ts";

/** What is remembered of one target fits a row of D1 (2 MB), whatever its alphabet. */
const MAX_STATE_CHARS = 500_000;

export interface Seen {
  target: WatchedTarget;
  /** The last poll that was done, from the timetable; epoch ms, 0 for none. */
  lastAt: number;
  /** Since when polls up to that one were at most 15 minutes apart, epoch ms; null where nobody knows. */
  steadySince?: number | null;
  /** Its share of the grant, and how many calls its reading asked for, optional ones aside. */
  calls: number;
  asked: number;
  /** Null where it was not asked: the gate closed or the grant was spent. Of one that is only named, its params. */
  seen: Result<unknown, Fault> | null;
  /** Of one that was not asked: not before this instant (epoch ms); at the next tick where it is left out. */
  retryAt?: number;
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

/** Compares what was seen with what was remembered. Pure. */
export function judge(seen: Seen, how: Evaluated): Finding {
  const finding = evaluated(seen, how);
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

function evaluated({ target, lastAt, steadySince = null, seen, retryAt }: Seen, how: Evaluated): Finding {
  const { at, hold } = how;
  const quiet: Finding = { ...QUIET, target };
  if (seen === null) return { ...quiet, patch: { due: Math.max(at, retryAt ?? at), last: lastAt } };
  // A refusal of the caller says nothing about the target: it waits for the gate, and its faults are not counted.
  if (!seen.ok && closedBy(seen.error, null, at) !== null)
    return { ...quiet, fault: seen.error, patch: { due: at, last: lastAt } };
  const { before: stored, ...asked } = askingOf(target, lastAt, at);
  const { lastOkAt } = asked;
  if (!seen.ok) return { ...quiet, ...faulted(target, seen.error, lastOkAt, stored, how) };
  if (resolvingOf(target) !== null) return { ...quiet, ...known(target, seen.value as JsonObject, at) };
  const kind = targetKinds[target.kind]!;
  const before = stored() as Json;
  const judgment = kind.judge({
    ...asked,
    before,
    view: seen.value,
    hold,
    holdsMs: unknownAfterMs(target.intervalSeconds, how.turn),
  });
  const state = canonical(judgment.state as Json);
  if (state.length > MAX_STATE_CHARS) throw new RangeError(`its state has ${state.length} characters`);
  const slot = slotOf(target, judgment.state, { lastOkAt, steadySince }, at);
  const polled = { before, after: judgment.state as Json, lastOkAt, ok: true };
  const knowledge = knowledgeAfter(target, polled, at, how.turn);
  const { unknownSince } = knowledge;
  const same = state === target.state && target.consecutiveFaults === 0;
  const again = againAt(judgment.again, target.intervalSeconds, how);
  return {
    ...quiet,
    write:
      same && !slot.over && unknownSince === target.unknownSince
        ? null
        : rowOf(target, {
            state,
            fault: null,
            consecutiveFaults: 0,
            lastOkAt: same ? target.lastOkAt : at,
            onAir: kind.live(judgment.state),
            unknownSince,
          }),
    ...eventsOf(target, [...knowledge.changes, ...judgment.changes, ...slot.missed], recovered(target, at), at),
    samples: judgment.samples ?? null,
    slotOver: slot.over,
    patch: patchOf({ ...knowledge.patch, ...again }),
  };
}

/** When what awaits confirmation is polled again, where that is sooner than it would be: of a budget that is too small nothing else says so. */
function againAt(again: number | null, intervalSeconds: number, { at, turn }: Evaluated): EntryPatch {
  if (again === null || (turn === 0 && again >= intervalSeconds)) return {};
  const due = at + Math.min(again, intervalSeconds) * 1000;
  return turn === 0 ? { due } : { due, confirms: true };
}

const patchOf = (patch: EntryPatch): EntryPatch | null => (Object.keys(patch).length === 0 ? null : patch);

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
