import type { Gap } from "../commit.ts";
import type { Change } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import { VERDICT } from "../../core/slot-entry.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { provedAt } from "../../kinds/proof.ts";
import type { WatchedTarget } from "./batch.ts";
import { sinceOf } from "../../kinds/status.ts";

/** Whether the state of a target is known after a poll. */
export interface Knowledge {
  /** Since when a verdict has been missing, once that is too long; null while the state is known. */
  unknownSince: number | null;
  /** The stretch without knowledge that this poll ends; null for none. */
  gap: Gap | null;
  /** `target.unknown` or `target.known`; both if nobody polled it in between. */
  changes: Change[];
  /** The change of the poll slot; empty for none. */
  patch: EntryPatch;
}

/** The state of a target before and after a poll, and the last successful poll before it. */
interface Polled {
  before: Json;
  after: Json;
  lastOkAt: number | null;
  /** True if this poll was successful. */
  ok: boolean;
}

/**
 * Evaluates a poll at `at` (tick time). With a verdict the state is known again. Without one it becomes unknown once
 * the last verdict is too old. Of kinds without verdicts each good answer is one. `turn` is how long every target waits
 * for its turn (`turnMs`). Pure.
 */
export function knowledgeAfter(target: WatchedTarget, polled: Polled, at: number, turn: number): Knowledge {
  const { kind } = target;
  const proved = provedAt({ kind, state: polled.after, lastOkAt: polled.ok ? at : polled.lastOkAt });
  return polled.ok && proved === at ? known(target, polled, at, turn) : missing(target, polled, proved, at, turn);
}

/**
 * A longer time without any poll is recorded as unknown, milliseconds. Shorter ones are not, as ticks that come once an
 * hour would otherwise give an event for each target.
 */
const LONGEST_SILENCE_MS = 7_200_000;

/** Reports whether the last successful poll gave no verdict. */
const gaveNone = (kind: string, before: Json): boolean =>
  before !== null && provedAt({ kind, state: before, lastOkAt: 0 }) !== 0;

const neverProved = (kind: string, { before, lastOkAt }: Polled): boolean =>
  provedAt({ kind, state: before, lastOkAt }) === null;

/** The stretch without knowledge that a poll with a verdict ends: the one before was too long ago, or there was none. */
function gapBefore(
  { kind, unknownSince, intervalSeconds }: WatchedTarget,
  polled: Polled,
  at: number,
  turn: number,
): Gap | null {
  const last = provedAt({ kind, state: polled.before, lastOkAt: polled.lastOkAt });
  const holds = last !== null && at - last < unknownAfterMs(intervalSeconds, turn);
  return unknownSince === null && holds ? null : { from: last, to: at };
}

function known(target: WatchedTarget, polled: Polled, at: number, turn: number): Knowledge {
  const { kind, unknownSince, consecutiveFaults, judgedAt: evaluatedAt } = target;
  const last = provedAt({ kind, state: polled.before, lastOkAt: polled.lastOkAt });
  const never = last === null;
  const again = (since: number) => [change("target.known", since, { from: polled.lastOkAt, to: at })];
  const gap = gapBefore(target, polled, at, turn);
  if (unknownSince === null) {
    // Resets what the poll slot recorded when verdicts started to be missing.
    const learned = consecutiveFaults > 0 || gaveNone(kind, polled.before) || (never && evaluatedAt !== null);
    const patch = learned ? KNOWN : {};
    // Nobody polled it for so long that nobody could record that it was unknown.
    const holdsMs = unknownAfterMs(target.intervalSeconds, turn);
    if (!never && at - last > Math.max(LONGEST_SILENCE_MS, holdsMs)) {
      const lost = change("target.unknown", last, { from: last, to: last + holdsMs });
      return { unknownSince, gap, changes: [lost, ...again(last)], patch };
    }
    return { unknownSince, gap, changes: [], patch };
  }
  // A target that never had a verdict was never reported as unknown.
  return { unknownSince: null, gap, changes: never ? [] : again(unknownSince), patch: KNOWN };
}

/** `proved` is the last poll with a verdict, epoch ms; null for none. */
function missing(target: WatchedTarget, polled: Polled, proved: number | null, at: number, turn: number): Knowledge {
  const { kind, unknownSince, intervalSeconds } = target;
  const { before, after, ok } = polled;
  // The poll slot is updated when verdicts start to be missing; after a fault it is written anyway.
  const begins = !ok || before === null || !gaveNone(kind, before);
  const never = neverProved(kind, polled);
  const patch: EntryPatch = !begins ? {} : never ? { verdict: VERDICT.never } : { provedAt: proved ?? 0 };
  const since = proved ?? (after === null ? null : sinceOf(after));
  if (unknownSince !== null || since === null || at - since < unknownAfterMs(intervalSeconds, turn))
    return { unknownSince, gap: null, changes: [], patch };
  return {
    unknownSince: since,
    gap: null,
    changes: proved === null ? [] : [change("target.unknown", since, { from: since, to: at })],
    patch: { verdict: proved === null ? VERDICT.never : VERDICT.unknown, provedAt: proved ?? 0 },
  };
}

const KNOWN: EntryPatch = { verdict: VERDICT.known, provedAt: 0 };

/** The change of a target to unknown or known; `since` is its last verdict before, epoch ms. */
export const change = (type: "target.unknown" | "target.known", since: number, window: Change["window"]): Change => ({
  type,
  key: String(since),
  occurredAt: window.to,
  window,
  data: { since: iso(since) },
});
