import { callsHeld, FORGIVEN_LAPSES, type BatchSize } from "../../core/budget.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { ALONE, nobodyShares, SHARED_CPU, sizeAt, type Sharing, type SharingOf } from "../../core/shared-calls.ts";
import type { Entry } from "../../core/slot-entry.ts";
import { operationOfSlot } from "../../kinds/operations.ts";
import type { TickRules, Timetable } from "./timetable.ts";

/** The most calls for so many targets that a batch holds. */
export const callsOfBatch = ({ calls, cpu }: BatchSize, perCall: number): number =>
  perCall === 1 ? calls : Math.max(1, Math.floor(Math.min(calls / callsHeld(perCall), cpu / (perCall * SHARED_CPU))));

/**
 * Which targets share calls at a tick, and how many creators one call asks for. A call asks for no more than what a
 * batch holds, and, where there are more targets than a minute's batches hold, for so many that the budget's calls fill
 * those: the rest waits as with too small a budget.
 */
export function sharingIn(
  { many, sizes = {} }: Timetable,
  rules: TickRules,
  awake: readonly { entries: Map<string, Entry> }[],
  now: number,
  spacingMs: number,
): { sharingOf: SharingOf; perCall: number } {
  if (many === undefined || many.size === 0) return { sharingOf: nobodyShares, perCall: 1 };
  const held = Math.max(1, Math.floor(rules.batchSize.cpu / SHARED_CPU));
  const shared = new Map<string, Sharing>();
  for (const [key, most] of many) shared.set(key, { key, size: Math.min(held, sizeAt(most, sizes[key], now)) });
  const sharingOf: SharingOf = (entry) =>
    entry.alone || entry.lapses > FORGIVEN_LAPSES ? ALONE : (shared.get(operationOfSlot(entry) ?? "") ?? ALONE);
  const carried = carriedSize(rules, awake, sharingOf, spacingMs);
  for (const one of shared.values()) one.size = Math.min(one.size, carried);
  return { sharingOf, perCall: shared.get(LIVE_CHECK)?.size ?? 1 };
}

/** The most targets of a call with which the batches of a minute hold all calls of the budget; Infinity if they hold all targets. */
function carriedSize(
  { batches = Number.POSITIVE_INFINITY, batchSize, perMinute }: TickRules,
  awake: readonly { entries: Map<string, Entry> }[],
  sharingOf: SharingOf,
  spacingMs: number,
): number {
  if (!Number.isFinite(batches)) return Number.POSITIVE_INFINITY;
  let [own, needed] = [0, 0];
  const polls = new Map<number, number>();
  for (const { entries } of awake)
    for (const entry of entries.values()) {
      const each = 60_000 / Math.max(entry.intervalSeconds * 1000, spacingMs);
      const { size } = sharingOf(entry);
      if (size === 1) own += each * entry.calls * entry.cpuWeight;
      else polls.set(size, (polls.get(size) ?? 0) + each);
    }
  for (const [size, each] of polls) needed += Math.ceil(each / size) / callsOfBatch(batchSize, size);
  const left = Math.max(1, batches - Math.ceil(own / batchSize.cpu));
  if (needed <= left) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor(batchSize.cpu / SHARED_CPU / Math.ceil(perMinute / left)));
}
