import type { Json } from "../core/json.ts";
import { unknownAfterMs, type Horizon } from "../core/knowledge.ts";
import { targetKinds } from "./registry.ts";

interface Seen {
  kind: string;
  state: Json;
  /** The last successful poll, epoch ms; null for none. */
  lastOkAt: number | null;
}

/** The last poll with a verdict, epoch ms; null if there never was one. Answers without a verdict do not count. */
export function provedAt({ kind, state, lastOkAt }: Seen): number | null {
  if (state === null) return null;
  const before = targetKinds[kind]?.verdicts?.at(state);
  return before === undefined ? lastOkAt : before;
}

/** Whether polls of a kind give verdicts. */
export const givesVerdict = (kind: string): boolean => targetKinds[kind]?.verdicts !== undefined;

/** The fields of a target that tell whether its state is known. */
export interface Provable {
  kind: string;
  state: Json;
  intervalSeconds: number;
  consecutiveFaults: number;
  /** The last successful poll before its faults began, epoch ms. */
  lastOkAt: number | null;
  /** The unknown state that polls and ticks recorded; null if it is known. */
  unknownSince: number | null;
  /** The last finished poll, epoch ms; undefined if the timetable was not read. */
  lastPolledAt?: number | null;
  createdAt?: number;
  /** False if it is paused. Its row then has the last successful poll. */
  enabled?: boolean;
}

/**
 * Since when the state of a target is unknown, epoch ms: its last verdict, or its creation if there was none. Null
 * while the state is known, or can still be confirmed in time.
 */
export function unknownSinceOf(one: Provable, { now, turn, lastProof, lastVerdict }: Horizon): number | null {
  if (one.unknownSince !== null) return one.unknownSince;
  const { kind, state, consecutiveFaults, lastOkAt, lastPolledAt } = one;
  const latest = givesVerdict(kind) ? lastVerdict : lastProof;
  // Without faults, the timetable has the last poll. No poll is later than the last successful one of all targets.
  const polledAt = lastPolledAt ?? (latest === 0 ? null : latest);
  const okAt = consecutiveFaults > 0 || one.enabled === false ? lastOkAt : polledAt;
  const since = provedAt({ kind, state, lastOkAt: okAt }) ?? one.createdAt ?? null;
  return since !== null && now - since >= unknownAfterMs(one.intervalSeconds, turn) ? since : null;
}
