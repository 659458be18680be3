import { expect, test } from "vitest";
import { clockOfZone } from "../../src/engine/prediction/clock.ts";
import { random } from "../fuzz/random.ts";
import { runs } from "../support/runs.ts";
import { fixedHours, type FixedHours, watchHours } from "../support/watching-hours.ts";

const ZONES = [
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Australia/Sydney",
  "Asia/Tokyo",
  "America/Santiago",
];

/**
 * In April clocks change alike, within hours, in Australia, New Zealand and Chile. Their spring shows which of them it
 * is.
 */
const SOUTHERN = new Set(["Australia/Sydney", "America/Santiago"]);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const WEEKS = 60;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const SEED = Number(process.env["SEED"] ?? 1);

interface ClockChange {
  at: number;
  /** True if they are set forward. */
  forward: boolean;
}

const changesKnown = new Map<string, ClockChange[]>();

/** When the clocks of a zone change in these years, to the hour. */
function changesOf(timezone: string): ClockChange[] {
  const known = changesKnown.get(timezone);
  if (known !== undefined) return known;
  const { wallOf } = clockOfZone(timezone);
  const movedIn = (at: number, span: number) => wallOf(at + span) - wallOf(at) - span;
  const changes: ClockChange[] = [];
  for (let day = FIRST_DAY; day < FIRST_DAY + 2.5 * 365 * DAY; day += DAY) {
    const moved = movedIn(day, DAY);
    if (moved === 0) continue;
    let at = day;
    while (movedIn(at, HOUR) === 0) at += HOUR;
    changes.push({ at: at + HOUR, forward: moved > 0 });
  }
  changesKnown.set(timezone, changes);
  return changes;
}

const isNear = (times: number[], at: number, minutes: number): boolean =>
  times.some((one) => Math.abs(one - at) <= minutes * MINUTE);

/**
 * The first change that shows the zone: with some weeks of polls before and after it, and starts as usual before clocks
 * change elsewhere. Infinity if there is none.
 */
function showingChange(one: FixedHours, from: number): number {
  const arrived = (change: number) =>
    one.visits.every(({ at, stream }) => stream !== null || at < change || at > change + WEEK);
  const watched = (change: number) =>
    arrived(change) &&
    change > from + 4 * WEEK &&
    !one.pauses.some((pause) => pause.from < change + 2 * WEEK && change - 2 * WEEK < pause.to);
  const changes = changesOf(one.timezone).filter(({ forward }) => forward || !SOUTHERN.has(one.timezone));
  return changes.find(({ at }) => watched(at))?.at ?? Infinity;
}

/**
 * From when its hours must be right: with a configured zone always, otherwise after two starts that a change has moved.
 */
function knownFrom(one: FixedHours, isSet: boolean, from: number): number {
  const never = changesOf(one.timezone).length === 0;
  if (isSet || never) return from;
  const change = showingChange(one, from);
  return one.visits.filter(({ stream }) => stream !== null && stream.from > change)[1]?.stream!.to ?? Infinity;
}

test("creators with fixed local hours have no false no-show, and hours within 15 minutes all year once the zone is known", () => {
  const met = { noShows: 0, afterChange: 0, pausedThrough: 0, undecided: 0, ahead: 0, expected: 0, slots: 0, found: 0 };
  const invalid: unknown[] = [];
  const count = runs(200, 8);
  for (let n = 0; n < count; n++) {
    const chance = random(SEED * 1000 + n);
    const zone = ZONES[n % ZONES.length]!;
    const from = FIRST_DAY + chance.int(0, 363) * DAY;
    const span = { from, to: from + WEEKS * WEEK };
    const one = fixedHours(zone, span, chance);
    const isSet = Math.floor(n / ZONES.length) % 3 === 0;
    const watched = watchHours(one, span, isSet ? zone : null, (isSet ? 5 : 3) * DAY);
    const changes = changesOf(zone);

    const away = one.visits.flatMap(({ at, stream }) => (stream === null ? at : []));
    for (const at of watched.noShows) {
      if (!isNear(away, at, 15)) invalid.push(["came", n, zone, isSet, new Date(at)]);
      met.noShows += 1;
      if (changes.some((change) => at > change.at && at < change.at + 2 * WEEK)) met.afterChange += 1;
    }
    met.undecided += watched.undecided;
    met.pausedThrough += one.pauses.filter((pause) =>
      one.visits.some(({ at }) => pause.from < at - 20 * MINUTE && pause.to > at + HOUR),
    ).length;

    const since = knownFrom(one, isSet, from);
    const slots = one.visits.map(({ at }) => at);
    for (const { at, expected } of watched.outlooks) {
      if (at < since || at > span.to - WEEK) continue;
      for (const next of expected) {
        // In the night of a change, zones that change alike differ for some hours.
        const isThatNight = !isSet && changes.some((change) => Math.abs(change.at - next.at) < 12 * HOUR);
        if (isThatNight) continue;
        met.expected += 1;
        if (!isNear(slots, next.at, 15)) invalid.push(["expected", n, zone, isSet, new Date(at), new Date(next.at)]);
        if (changes.some((change) => at < change.at && change.at < next.at)) met.ahead += 1;
      }
      if (at < from + 6 * WEEK || one.pauses.length > 0) continue;
      const coming = slots.filter((slot) => slot > at + HOUR && slot < at + WEEK - HOUR);
      met.slots += coming.length;
      met.found += coming.filter((slot) =>
        isNear(
          expected.map((next) => next.at),
          slot,
          15,
        ),
      ).length;
    }
  }
  expect(invalid).toEqual([]);
  // The important cases occurred.
  expect(met.noShows).toBeGreaterThan(count);
  expect(met.afterChange).toBeGreaterThan(0);
  expect(met.pausedThrough).toBeGreaterThan(count);
  expect(met.ahead).toBeGreaterThan(count);
  expect(met.found).toBeGreaterThan(0.97 * met.slots);
});
