import type { Json } from "../core/json.ts";
import { unknownAfterMs, type Horizon } from "../core/knowledge.ts";
import { targetKinds } from "./registry.ts";

interface Seen {
  kind: string;
  state: Json;
  /** The last poll that was answered well, epoch ms; null for none. */
  lastOkAt: number | null;
}

/** The last poll that said how a target stands, epoch ms; null where none ever did. An answer without a verdict says nothing. */
export function provedAt({ kind, state, lastOkAt }: Seen): number | null {
  if (state === null) return null;
  const before = targetKinds[kind]?.verdictAt?.(state);
  return before === undefined ? lastOkAt : before;
}

/** True for a kind whose polls give a verdict. */
export const givesVerdict = (kind: string): boolean => targetKinds[kind]?.verdictAt !== undefined;

/** A target as far as it says what is known of it. */
export interface Provable {
  kind: string;
  state: Json;
  intervalSeconds: number;
  consecutiveFaults: number;
  /** The last good answer before its faults began, epoch ms. */
  lastOkAt: number | null;
  /** What polls and ticks found out; null where they know how it stands. */
  unknownSince: number | null;
  /** The last poll that was done, epoch ms; left out where nobody asked the timetable. */
  lastPolledAt?: number | null;
  createdAt?: number;
  /** False where it is paused: then its row has its last good answer. */
  enabled?: boolean;
}

/**
 * Since when it is not known how a target stands, epoch ms: its last verdict, or its making where there was none. Null while it is
 * known, and while that may still come in time.
 */
export function unknownSinceOf(one: Provable, { now, turn, lastProof }: Horizon): number | null {
  if (one.unknownSince !== null) return one.unknownSince;
  const { kind, state, consecutiveFaults, lastOkAt, lastPolledAt } = one;
  // While no fault lasts the timetable knows its last poll, and none is younger than the last good one of all.
  const polledAt = lastPolledAt ?? (lastProof === 0 ? null : lastProof);
  const okAt = consecutiveFaults > 0 || one.enabled === false ? lastOkAt : polledAt;
  const since = provedAt({ kind, state, lastOkAt: okAt }) ?? one.createdAt ?? null;
  return since !== null && now - since >= unknownAfterMs(one.intervalSeconds, turn) ? since : null;
}
