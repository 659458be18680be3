import { canonical, type JsonObject } from "../../core/json.ts";
import { AT_NEXT_TICK, weightOf, type EntryPatch } from "../../core/sheet.ts";
import { targetKinds } from "../../targets/registry.ts";

/** An edit of the timetable, merged into those that wait for the next tick: `gone: null` takes a removal back. */
export type SeatEdit = Omit<EntryPatch, "gone"> & { gone?: true | null };

interface Seated {
  kind: string;
  params: JsonObject;
  intervalSeconds: number;
  priority: number;
  enabled: boolean;
}

/** The edit that puts a target on the timetable, due at the next tick, whatever its time. `last` is its last good poll, epoch ms, 0 for none. */
export const seated = (target: Seated, last: number): SeatEdit => ({
  gone: null,
  due: AT_NEXT_TICK,
  last,
  intervalSeconds: target.intervalSeconds,
  weight: weightOf(target.priority),
  calls: targetKinds[target.kind]!.calls(target.params),
  cpuWeight: targetKinds[target.kind]!.cpuWeight,
});

export const sameParams = (before: Seated, after: Seated): boolean =>
  canonical(before.params) === canonical(after.params);

/** What a change of a target means for the timetable, null for nothing. */
export function seatEdit(before: Seated & { lastOkAt: number | null }, after: Seated): SeatEdit | null {
  if (!after.enabled) return before.enabled ? { gone: true } : null;
  if (!sameParams(before, after)) return seated(after, 0);
  if (!before.enabled) return seated(after, before.lastOkAt ?? 0);
  if (before.intervalSeconds === after.intervalSeconds && before.priority === after.priority) return null;
  const sooner = after.intervalSeconds < before.intervalSeconds ? { due: AT_NEXT_TICK } : {};
  return { ...sooner, intervalSeconds: after.intervalSeconds, weight: weightOf(after.priority) };
}
