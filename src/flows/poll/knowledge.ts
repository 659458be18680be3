import type { Change } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import { unknownAfterMs } from "../../core/knowledge.ts";
import { VERDICT } from "../../core/entry.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { givesVerdict, provedAt } from "../../targets/proof.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { WatchedTarget } from "./batch.ts";

/** What a poll says of whether it is known how a target stands. */
export interface Knowledge {
  /** Since when no verdict has come, once that is longer than it may be; null while it is known. */
  unknownSince: number | null;
  /** `target.unknown` or `target.known`: one change, or none. */
  changes: Change[];
  /** What the timetable is to learn of it; empty for nothing. */
  patch: EntryPatch;
}

/** A target before and after a poll: its state, and the last poll before it that was answered well. */
interface Polled {
  before: Json;
  after: Json;
  lastOkAt: number | null;
  /** True where this poll was answered well. */
  ok: boolean;
}

/**
 * What a poll at `at` (tick time) says: with a verdict all is known again; without one the target becomes unknown once the last
 * verdict is too old. `turn` is how long everybody waits for a turn (`turnMs`). Pure.
 */
export function knowledgeAfter(target: WatchedTarget, polled: Polled, at: number, turn: number): Knowledge {
  const { kind, unknownSince } = target;
  if (!givesVerdict(kind)) return { unknownSince, changes: [], patch: {} };
  const proved = provedAt({ kind, state: polled.after, lastOkAt: polled.ok ? at : polled.lastOkAt });
  return polled.ok && proved === at ? known(target, polled, at) : missing(target, polled, proved, at, turn);
}

/** True where the last good answer before gave no verdict. */
const gaveNone = (kind: string, before: Json): boolean =>
  before !== null && provedAt({ kind, state: before, lastOkAt: 0 }) !== 0;

const neverProved = (kind: string, { before, lastOkAt }: Polled): boolean =>
  provedAt({ kind, state: before, lastOkAt }) === null;

function known(target: WatchedTarget, polled: Polled, at: number): Knowledge {
  const { kind, unknownSince, consecutiveFaults, judgedAt: evaluatedAt } = target;
  const never = neverProved(kind, polled);
  if (unknownSince === null) {
    // What the timetable learned when verdicts began to be missing is taken back.
    const learned = consecutiveFaults > 0 || gaveNone(kind, polled.before) || (never && evaluatedAt !== null);
    return { unknownSince, changes: [], patch: learned ? KNOWN : {} };
  }
  // One that never had a verdict was never reported to have lost it.
  const again = change("target.known", unknownSince, { from: polled.lastOkAt, to: at });
  return { unknownSince: null, changes: never ? [] : [again], patch: KNOWN };
}

/** `proved` is the last poll that gave a verdict, epoch ms; null for none. */
function missing(target: WatchedTarget, polled: Polled, proved: number | null, at: number, turn: number): Knowledge {
  const { kind, unknownSince, intervalSeconds } = target;
  const { before, after, ok } = polled;
  // The timetable learns it when verdicts begin to be missing; a fault tells it something anyway.
  const begins = !ok || before === null || !gaveNone(kind, before);
  const never = neverProved(kind, polled);
  const patch: EntryPatch = !begins ? {} : never ? { verdict: VERDICT.never } : { provedAt: proved ?? 0 };
  const since = proved ?? (after === null ? null : targetKinds[kind]!.since(after));
  if (unknownSince !== null || since === null || at - since < unknownAfterMs(intervalSeconds, turn))
    return { unknownSince, changes: [], patch };
  return {
    unknownSince: since,
    changes: proved === null ? [] : [change("target.unknown", since, { from: since, to: at })],
    patch: { verdict: proved === null ? VERDICT.never : VERDICT.unknown, provedAt: proved ?? 0 },
  };
}

const KNOWN: EntryPatch = { verdict: VERDICT.known, provedAt: 0 };

/** The change that a target became unknown, or known again; `since` is its last verdict before. Epoch ms. */
export const change = (type: "target.unknown" | "target.known", since: number, window: Change["window"]): Change => ({
  type,
  key: String(since),
  occurredAt: window.to,
  window,
  data: { since: iso(since) },
});
