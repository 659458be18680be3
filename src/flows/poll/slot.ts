import type { Change } from "../../core/event.ts";
import { ABOUT_MS, OVER_MS } from "../../core/habit/usual.ts";
import { iso } from "../../core/instant.ts";
import { STEADY_GAP_MS } from "../../core/sheet.ts";
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

/** The polls before one. Instants are epoch ms. */
interface PollsBefore {
  /** The last that was answered well; null where there was none. */
  lastOkAt: number | null;
  /** Since when no two of them in a row were more than 15 minutes apart; null where nobody knows, so that a later poll decides. */
  steadySince: number | null;
}

/**
 * Decides what a good poll at `at`, which came to this state, says of a start that was expected. Of one that is not `off`, or was on air until
 * now, it says nothing yet: the end will. A no-show takes a highly regular hour, a row that has not changed since before the slot (a start, an
 * end, a fault or an unknown verdict writes it), and polls through the whole slot, none further apart than 15 minutes.
 */
export function slotOf(target: WatchedTarget, state: unknown, before: PollsBefore, at: number): Slot {
  const { expectedAt, expectedConfidence: confidence } = target;
  const { lastOkAt, steadySince } = before;
  if (expectedAt === null || at < expectedAt + OVER_MS || target.onAir || steadySince === null) return OPEN;
  const kind = targetKinds[target.kind]!;
  if (!isOff(kind, state)) return OPEN;
  const type = missedTypeOf(kind);
  const stood = target.consecutiveFaults === 0 && (target.lastOkAt ?? at) < expectedAt - ABOUT_MS;
  const watched = lastOkAt !== null && at - lastOkAt <= STEADY_GAP_MS && steadySince <= expectedAt - ABOUT_MS;
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
