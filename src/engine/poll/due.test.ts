import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import type { StoredEntry } from "../../core/slot-entry.ts";
import { UNLEARNED } from "../prediction/population-prior.ts";
import { choosing } from "./choose.ts";
import { schedule } from "./schedule.ts";
import { NO_PREDICTIONS, type Timetable } from "./timetable.ts";

const BEGIN = 1_800_000_000_000;

interface Watched {
  intervalSeconds: number;
  weight: number;
  calls: number;
}

/** How long after its tick a batch finishes, ms; null if it is lost. */
type Fate = number | null;

interface World {
  watched: Watched[];
  perMinute: number;
  /** Minutes from each tick to the next. */
  gaps: number[];
  fateOf: (tick: number, slot: number) => Fate;
}

/** The targets of a tick, and their calls. */
interface Polled {
  ids: number[];
  calls: number;
}

/** The ticks themselves, on a schedule in memory. */
function ticks({ watched, perMinute, fateOf }: World) {
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

const MINUTE = 60_000;
const LEASE = 2 * MINUTE;

/** Situations that must have occurred. */
const CASES = ["slow", "lost", "more due than calls", "some have waited as long as anybody may", "after an outage"];

/** A model of the rules: the state of each target, and the number of calls left. */
function rulebook({ watched, perMinute, fateOf }: World, meet: (what: string) => void) {
  interface Known extends Watched {
    due: number;
    last: number;
    out: { tick: number; slot: number } | null;
  }
  const all = watched.map((one): Known => ({ ...one, due: BEGIN, last: 0, out: null }));
  const callsOf = (some: Known[]) => some.reduce((sum, { calls }) => sum + calls, 0);
  const longestOf = ({ intervalSeconds }: Known) =>
    Math.max(intervalSeconds * 1000, (3 * MINUTE * callsOf(all)) / perMinute);
  let [tokens, back, before] = [perMinute, 0, BEGIN];

  /**
   * Batches that finished, and those whose lease expired: their targets are due, and the next tick gets their calls.
   */
  function ended(now: number): number {
    let lost = 0;
    for (const one of all) {
      if (one.out === null) continue;
      const { tick, slot } = one.out;
      const late = fateOf(tick, slot);
      if (late !== null && now - tick >= late) {
        if (late > MINUTE) meet("slow");
        one.last = tick;
      } else if (now - tick >= LEASE) {
        meet("lost");
        one.due = Math.min(one.due, now);
        lost += one.calls;
      } else continue;
      one.out = null;
    }
    return lost;
  }

  function within(due: Known[], now: number): Known[] {
    let left = Math.floor(tokens);
    if (callsOf(due) <= left) return due;
    meet("more due than calls");
    const waited = ({ last, due: at }: Known) => now - (last || at);
    const [longest, rest] = [true, false].map((is) => due.filter((one) => waited(one) >= longestOf(one) === is));
    if (longest!.length > 0 && rest!.length > 0) meet("some have waited as long as anybody may");
    const inOrder = [
      ...longest!.toSorted((a, b) => a.due - b.due),
      ...rest!.toSorted((a, b) => waited(b) * b.weight - waited(a) * a.weight || a.due - b.due),
    ];
    return inOrder.filter(({ calls }) => {
      const fits = calls <= left;
      if (fits) left -= calls;
      return fits;
    });
  }

  return {
    all,
    at(now: number): Polled {
      const lost = ended(now);
      tokens = Math.min(perMinute, tokens + back + (perMinute * (now - before)) / MINUTE);
      back = lost;
      const next = now + Math.min(MINUTE, now - before);
      const due = all.filter((one) => one.out === null && (one.due <= now || one.due < next));
      if (now - before > LEASE && due.length > 0) meet("after an outage");
      const chosen = within(due, now);
      for (const one of chosen) one.due = now + one.intervalSeconds * 1000;
      tokens -= callsOf(chosen);
      before = now;
      return { ids: chosen.map((one) => all.indexOf(one)), calls: callsOf(chosen) };
    },
  };
}

const someWatched = fc.record({
  intervalSeconds: fc.constantFrom(60, 60, 90, 120, 300, 3600),
  weight: fc.constantFrom(1, 1, 4, 16),
  calls: fc.constantFrom(1, 1, 1, 2, 3),
});

const someWorld = fc
  .record({
    watched: fc.array(someWatched, { minLength: 1, maxLength: 40 }),
    spare: fc.integer({ min: 0, max: 4 }),
    gaps: fc.array(fc.constantFrom(0.5, 1, 1, 1, 1, 1, 1, 3, 45), { minLength: 20, maxLength: 40 }),
    fates: fc.array(fc.constantFrom<Fate>(1, 1, 50_000, 50_000, 70_000, 110_000, 150_000, null), {
      minLength: 7,
      maxLength: 7,
    }),
  })
  .map(({ watched, spare, gaps, fates }): World => {
    const requested = watched.reduce((sum, { calls, intervalSeconds }) => sum + (calls * 60) / intervalSeconds, 0);
    const fateOf = (tick: number, slot: number) => fates[((tick - BEGIN) / 30_000 + 3 * slot) % fates.length]!;
    return { watched, perMinute: Math.max(3, Math.ceil(requested) + spare), gaps, fateOf };
  });

test("over outages, slow and lost batches, each tick polls the targets that the rules name and uses the whole budget", () => {
  const met = new Map<string, number>();
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(someWorld, (world) => {
      const rules = rulebook(world, meet);
      const tick = ticks(world);
      let now = BEGIN;
      for (const gap of [0, ...world.gaps]) {
        now += gap * MINUTE;
        const wanted = rules.at(now);
        const polled = tick(now);
        const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);
        expect([now - BEGIN, inOrder(polled.ids), polled.calls]).toEqual([
          now - BEGIN,
          inOrder(wanted.ids),
          wanted.calls,
        ]);
        expect(polled.calls).toBeLessThanOrEqual(world.perMinute);
        for (const [id, slot] of polled.slots) {
          expect(rules.all[id]!.out).toBeNull();
          rules.all[id]!.out = { tick: now, slot };
        }
      }
    }),
    { numRuns: runs(1000) },
  );
  const rare = CASES.filter((what) => (met.get(what) ?? 0) < 20);
  expect(rare).toEqual([]);
});
