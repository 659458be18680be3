import { parsed } from "../../core/json.ts";
import { EMPTY_COMMIT } from "../commit.ts";
import { isLapsed, turnMs, unknownAfterMs } from "../../core/knowledge.ts";
import type { Event } from "../../core/event.ts";
import { VERDICT, type Entry } from "../../core/slot-entry.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { provedAt } from "../../kinds/proof.ts";
import { route } from "../route/route.ts";
import type { WatchedTarget } from "./batch.ts";
import { change } from "./knowledge.ts";
import type { PollDeps } from "./poll.ts";
import { eventOf } from "./finding.ts";

/** A target whose last verdict is too old. */
export interface Stale {
  id: string;
  /** The last finished poll, epoch ms. */
  last: number;
}

/** The maximum per tick, those that waited longest first. Others follow in the next ticks. */
const MAX_NOTED = 100;

/** Finds targets whose last verdict is too old without a poll that recorded it: their polls are lost or not made. */
export function staleOf(folded: { entries: Map<string, Entry> }[], now: number, turn: number): Stale[] {
  const stale: Stale[] = [];
  for (const { entries } of folded)
    for (const [id, entry] of entries)
      if (entry.claim !== now && entry.verdict === VERDICT.known && isLapsed(entry, now, turn))
        stale.push({ id, last: entry.last });
  return stale.sort((a, b) => a.last - b.last).slice(0, MAX_NOTED);
}

/** Records that the state of these targets is unknown, as a poll without a verdict would. Returns the events. */
export async function noteStale(now: number, stale: Stale[], deps: PollDeps): Promise<Event[]> {
  if (stale.length === 0) return [];
  const requested = { tick: now, slot: null, batches: 1, grant: 0, careful: false };
  const loaded = await deps.load({ ...requested, targets: stale.map(({ id, last }) => [id, last, 0]) });
  const lastOf = new Map(stale.map(({ id, last }) => [id, last]));
  const turn = turnMs(loaded.load, loaded.perMinute);
  const noted = loaded.targets.flatMap((target) => {
    const since = provenAt(target, lastOf.get(target.id)!);
    const fresh = since === null || now - since < unknownAfterMs(target.intervalSeconds, turn);
    return fresh ? [] : [{ target, since }];
  });
  if (noted.length === 0) return [];
  const events = noted.map(({ target, since }) =>
    eventOf(target, change("target.unknown", since, { from: since, to: now }), now),
  );
  const patches: Record<number, Record<string, EntryPatch>> = {};
  for (const { target } of noted) (patches[target.sheetId] ??= {})[target.id] = { verdict: VERDICT.unknown };
  const { refused } = await deps.commit({
    ...EMPTY_COMMIT,
    id: deps.newId(),
    tick: now,
    unknown: noted.map(({ target: { id, revision }, since }) => ({ id, revision, since })),
    events,
    revisions: Object.fromEntries(noted.map(({ target }) => [target.id, target.revision])),
    deliveries: (await route(events, { tick: now, slot: null, batches: 1 }, deps)).deliveries,
    patches,
    counts: { "events|target.unknown": events.length },
  });
  if (refused !== null) throw new Error(`it could not be stored who is unknown: ${refused}`);
  return events;
}

/** The last poll with a verdict; null for none. */
function provenAt({ kind, state, consecutiveFaults, lastOkAt }: WatchedTarget, last: number): number | null {
  return provedAt({ kind, state: parsed(state), lastOkAt: consecutiveFaults > 0 ? lastOkAt : last });
}
