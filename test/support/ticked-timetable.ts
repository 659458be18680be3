import type { StoredEntry } from "../../src/core/slot-entry.ts";
import { UNLEARNED } from "../../src/engine/prediction/population-prior.ts";
import { choosing } from "../../src/engine/poll/choose.ts";
import { schedule } from "../../src/engine/poll/schedule.ts";
import { NO_PREDICTIONS, type Timetable } from "../../src/engine/poll/timetable.ts";

export const BEGIN = 1_800_000_000_000;

export interface Watched {
  intervalSeconds: number;
  weight: number;
  calls: number;
}

/** How long after its tick a batch finishes, ms; null if it is lost. */
export type Fate = number | null;

export interface World {
  watched: Watched[];
  perMinute: number;
  /** Minutes from each tick to the next. */
  gaps: number[];
  fateOf: (tick: number, slot: number) => Fate;
}

/** The targets of a tick, and their calls. */
export interface Polled {
  ids: number[];
  calls: number;
}

/** The ticks themselves, on a schedule in memory. */
export function ticks({ watched, perMinute, fateOf }: World) {
  const rules = { perMinute, batchSize: { calls: 8, cpu: 1000 }, ownCalls: 40 };
  const entries = watched.map(({ intervalSeconds, weight, calls }, n): [string, StoredEntry] => [
    `t${n}`,
    [BEGIN, 0, 0, 0, intervalSeconds, weight, calls, 1, 0, 0, 0],
  ]);
  let read: Timetable = {
    lastTickAt: 0,
    tokens: 0,
    filledAt: 0,
    gate: null,
    breakers: {},
    unspent: 0,
    refunded: 0,
    sheets: [{ id: 1, revision: 1, edits: {}, entries: Object.fromEntries(entries) }],
    endOf: () => null,
    load: {},
    assigned: {},
    lastPollAt: 0,
    queueRetryAt: 0,
    databaseUse: null,
    retrying: false,
    unwatched: false,
    connected: true,
    resting: new Set(),
    optionalCalls: 0,
    pool: UNLEARNED,
  };
  const provided = new Set<string>();
  return (now: number): Polled & { slots: Map<number, number> } => {
    const endOf = (slot: number, tick: number) => {
      const late = fateOf(tick, slot);
      return late !== null && now - tick >= late && !provided.has(`${tick}/${slot}`) ? "done" : null;
    };
    const before = { ...read, endOf };
    const { claim, batches } = schedule(choosing(now, rules, before), rules, NO_PREDICTIONS);
    let { unspent } = read;
    for (const { tick, batches: lost } of claim.lapsed)
      for (const { slot, granted } of lost) {
        provided.add(`${tick}/${slot}`);
        unspent += granted;
      }
    const { tokens, filledAt, load, assigned } = claim;
    const sheets = claim.sheets.length === 0 ? read.sheets : [{ ...claim.sheets[0]!, edits: {} }];
    read = {
      ...read,
      lastTickAt: now,
      tokens,
      filledAt,
      load,
      assigned: assigned,
      sheets,
      unspent,
      refunded: read.unspent,
    };
    const slots = new Map(batches.flatMap(({ slot, targets }) => targets.map(([id]) => [Number(id.slice(1)), slot!])));
    return { ids: [...slots.keys()], calls: batches.reduce((sum, { grant }) => sum + grant, 0), slots };
  };
}
