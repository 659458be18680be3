import type { Change } from "../../core/event.ts";
import { ABOUT_MS, OVER_MS } from "../../core/habit/usual.ts";
import { iso } from "../../core/instant.ts";
import { targetKinds, type AnyTargetKind } from "../../targets/registry.ts";
import { missedTypeOf } from "../../targets/visit.ts";
import type { WatchedTarget } from "./batch.ts";

/** Less sure is not said: a creator who comes in three weeks of four is not missed. */
const HIGHLY_REGULAR = 0.8;

/** The time around a start that was expected. */
interface Slot {
  /** True where a good poll finds the target off after it. */
  over: boolean;
  /** That nobody came, where that is to be told: one change, or none. */
  missed: Change[];
}

const OPEN: Slot = { over: false, missed: [] };

/**
 * What a good poll at `at`, which came to this state, says of a start that was expected. Of one that is not `off`, or was on air until now, it
 * says nothing yet: the end will. That nobody came is told only of one that is highly regular, and that was watched: it has stood as it is since
 * before that time (no start, no end and no fault wrote its row), and the poll before this one was after it, not long ago.
 */
export function slotOf(target: WatchedTarget, state: unknown, lastOkAt: number | null, at: number): Slot {
  const { expectedAt, expectedConfidence: confidence } = target;
  if (expectedAt === null || at < expectedAt + OVER_MS || target.onAir) return OPEN;
  const kind = targetKinds[target.kind]!;
  if (!isOff(kind, state)) return OPEN;
  const type = missedTypeOf(kind);
  const stood = target.consecutiveFaults === 0 && (target.lastOkAt ?? at) < expectedAt - ABOUT_MS;
  const watched = lastOkAt !== null && lastOkAt >= expectedAt && at - lastOkAt <= ABOUT_MS;
  if (type === null || confidence === null || confidence < HIGHLY_REGULAR || !stood || !watched)
    return { over: true, missed: [] };
  const data = { expectedAt: iso(expectedAt), confidence };
  const window = { from: lastOkAt, to: at };
  return { over: true, missed: [{ type, key: String(expectedAt), occurredAt: at, window, data }] };
}

function isOff(kind: AnyTargetKind, state: unknown): boolean {
  const status = kind.status(state);
  return "verdict" in status && status.verdict === "off" && !kind.live(state);
}
