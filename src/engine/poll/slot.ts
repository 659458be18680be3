import type { Change } from "../../core/event.ts";
import { ABOUT_MS, OVER_MS } from "../prediction/usual-hours.ts";
import { iso } from "../../core/instant.ts";
import { STEADY_GAP_MS } from "../../core/sheet.ts";
import { targetKinds, type AnyTargetKind } from "../../kinds/registry.ts";
import { missedTypeOf } from "../../kinds/presence.ts";
import type { WatchedTarget } from "./batch.ts";
import { isLive } from "../../kinds/status.ts";

/** The lowest confidence for a no-show. A creator who comes in three weeks of four is not missed. */
const HIGHLY_REGULAR = 0.8;

/** The result for an expected start. */
interface Slot {
  /** True if a successful poll finds the target off after it. */
  over: boolean;
  /** The no-show, if it is to be reported: at most one change. */
  missed: Change[];
}

const OPEN: Slot = { over: false, missed: [] };

/** The polls before one. Instants are epoch ms. */
interface PollsBefore {
  /** The last successful one; null for none. */
  lastOkAt: number | null;
  /** Since when consecutive polls were at most 15 minutes apart; null if unknown, so that a later poll decides. */
  steadySince: number | null;
}

/**
 * Decides what a successful poll at `at` with this state means for an expected start. It decides nothing if the target
 * is not `off`, or was live until now: the end decides then. A no-show requires a highly regular hour, a row unchanged
 * since before the slot (a start, an end, a fault or an unknown verdict writes it), and polls through the whole slot
 * that are at most 15 minutes apart.
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
  return kind.verdicts?.of(state) === "off" && !isLive(kind, state);
}
