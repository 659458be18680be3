import { DAY_MS } from "../../core/duration.ts";
import { dayIn, yearOf } from "../../core/instant.ts";
import { UTC_CLOCK, clockOfZone, type Clock } from "./clock.ts";
import { apart, bellOf, MINUTE_MS, minuteOfWeek, WEEK_MINUTES, WEEK_MS } from "./week.ts";
import { lazy } from "../../core/lazy.ts";

/**
 * A zone is learned from how starts shift when clocks change. Each start is compared with earlier ones on the clock of
 * each rule. A rule explains a start that is close to the time of an earlier one. Without a clock change in between,
 * all rules explain it equally well.
 */

/**
 * How much worse each rule explains the starts than the best one, by its index in `zoneRules`: tenths of a nat, from 0
 * down.
 */
export type ZoneScores = number[];

const TENTHS = 10;
/** The lowest score, so that a few starts can make up for it. */
const WORST = -120;
/** Rules with lower scores are excluded. Two starts that are an hour off do that. */
const RULED_OUT = -45;

/** Earlier starts say nothing about a start. */
const LONGEST_AGO_MS = 8 * WEEK_MS;
const HALF_LIFE_MS = 3 * WEEK_MS;
/** The distribution of starts around the same hour, minutes. */
const bell = lazy(() => bellOf(20));
/** The shares of starts explained by the same hour on the same weekday, by the same hour, and by neither. */
const [SAME_WEEKDAY, SAME_HOUR, ANY] = [0.75, 0.15, 0.1];

/**
 * The rules by which clocks change, each with a representative zone. They are computed, because loading the platform's
 * zones would cost a poll more CPU than all other work. A test compares them with the platform's.
 */
interface ZoneRule extends Clock {
  /** The offset from UTC at an instant, milliseconds. */
  offsetAt: (at: number) => number;
}

const SUNDAY = 0;
const [THURSDAY, FRIDAY] = [4, 5];

/** The first such weekday from this day of the month on, `minutes` after its midnight in UTC. */
type Change = [month: number, day: number, weekday: number, minutes: number];

function instantIn(year: number, [month, day, weekday, minutes]: Change): number {
  const first = dayIn(year, month, day);
  // 1 January 1970 was a Thursday.
  const ahead = (((weekday - THURSDAY - first / DAY_MS) % 7) + 7) % 7;
  return first + ahead * DAY_MS + minutes * MINUTE_MS;
}

/** A zone that is `standard` minutes ahead of UTC, and one hour more from `begin` to `end` of each year. */
function summerTime(timezone: string, standard: number, begin: Change, end: Change): ZoneRule {
  const ofYear = new Map<number, [begin: number, end: number]>();
  const [least, max] = [standard * MINUTE_MS, (standard + 60) * MINUTE_MS];
  const changesAt = (at: number): [begin: number, end: number] => {
    const year = yearOf(at);
    let change = ofYear.get(year);
    if (change === undefined) ofYear.set(year, (change = [instantIn(year, begin), instantIn(year, end)]));
    return change;
  };
  const offsetAt = (at: number): number => {
    const [from, until] = changesAt(at);
    return (from < until ? at >= from && at < until : at >= from || at < until) ? max : least;
  };
  return {
    timezone,
    offsetAt,
    wallOf: (at) => at + offsetAt(at),
    instantOf(wall) {
      const early = wall - max;
      if (early + offsetAt(early) === wall) return early;
      const late = wall - least;
      return late + offsetAt(late) === wall ? late : changesAt(late)[0];
    },
  };
}

/** Append only: scores are stored by index. The first rule is a zone without clock changes, or an unknown one. */
export const zoneRules = lazy((): ZoneRule[] => [
  { ...UTC_CLOCK, offsetAt: () => 0 },
  summerTime("Europe/Berlin", 60, [3, 25, SUNDAY, 60], [10, 25, SUNDAY, 60]),
  summerTime("America/New_York", -300, [3, 8, SUNDAY, 420], [11, 1, SUNDAY, 360]),
  summerTime("America/Chicago", -360, [3, 8, SUNDAY, 480], [11, 1, SUNDAY, 420]),
  summerTime("America/Denver", -420, [3, 8, SUNDAY, 540], [11, 1, SUNDAY, 480]),
  summerTime("America/Los_Angeles", -480, [3, 8, SUNDAY, 600], [11, 1, SUNDAY, 540]),
  summerTime("Australia/Sydney", 600, [10, 1, SUNDAY, -480], [4, 1, SUNDAY, -480]),
  summerTime("Pacific/Auckland", 720, [9, 24, SUNDAY, -600], [4, 1, SUNDAY, -600]),
  summerTime("America/Santiago", -240, [9, 2, SUNDAY, 240], [4, 2, SUNDAY, 180]),
  summerTime("Asia/Jerusalem", 120, [3, 23, FRIDAY, 0], [10, 25, SUNDAY, -60]),
  summerTime("Asia/Beirut", 120, [3, 25, SUNDAY, -120], [10, 25, SUNDAY, -180]),
  summerTime("Africa/Cairo", 120, [4, 24, FRIDAY, -120], [10, 25, THURSDAY, 1260]),
]);

/** Adds the start at an index, as explained by the earlier ones, to the scores. */
function withStart(scores: ZoneScores, starts: number[], place: number): ZoneScores {
  const at = starts[place]!;
  const before = starts.slice(0, place).filter((one) => at - one <= LONGEST_AGO_MS);
  const rules = zoneRules();
  const changed = rules.some((rule) => before.some((one) => rule.offsetAt(one) !== rule.offsetAt(at)));
  if (!changed) return scores;
  const weights = before.map((one) => 2 ** ((one - at) / HALF_LIFE_MS));
  const all = weights.reduce((sum, one) => sum + one, 0);
  const sums = rules.map((rule, index) => (scores[index] ?? 0) + TENTHS * explained(rule, at, before, weights, all));
  const best = Math.max(...sums);
  return sums.map((sum) => Math.max(WORST, Math.round(sum - best)));
}

/** The log-likelihood of a start at this minute of the week under a rule. */
function explained({ wallOf }: ZoneRule, at: number, before: number[], weights: number[], all: number): number {
  const minute = minuteOfWeek(wallOf(at));
  const near = bell();
  let [week, day] = [0, 0];
  before.forEach((one, index) => {
    const { minutes, sameDay } = apart(minute, minuteOfWeek(wallOf(one)));
    const dense = weights[index]! * near[Math.round(minutes)]!;
    day += dense;
    if (sameDay) week += dense;
  });
  return Math.log((SAME_WEEKDAY * week + (SAME_HOUR * day) / 7) / all + ANY / WEEK_MINUTES);
}

/** Scores the zones by these starts. `known` already contains all but the last one. */
export function zoneScores(known: ZoneScores | undefined, starts: number[]): ZoneScores {
  if (known !== undefined) return withStart(known, starts, starts.length - 1);
  let scores: ZoneScores = [];
  for (let place = 1; place < starts.length; place++) scores = withStart(scores, starts, place);
  return scores;
}

/**
 * How rare creators are in the zones of each rule, by index in `zoneRules`, tenths of a nat. Only decides between
 * nearly equal scores.
 */
const RARE = [0, 0, 0, 2, 4, 2, 4, 10, 4, 20, 20, 20];

/** How often people go live by local hour, as a factor. Only decides between nearly equal scores. */
const AWAKE = [0.5, 0.3, 0.15, 0.15, 0.15, 0.15, 0.2, 0.4, 0.6, 0.8, 1, 1, 1, 1, 1, 1, 1.2, 1.5];
const EVENING = 1.6;
/**
 * The local hour is unknown for creators whose clocks never change. A zone is learned once it explains starts better by
 * this many tenths of a nat.
 */
const [UNLEARNED, HARDLY_AWAKE] = [25, 10];

function awake({ wallOf }: Clock, starts: number[]): number {
  const sum = starts.reduce((all, at) => {
    const hour = Math.floor((minuteOfWeek(wallOf(at)) / 60) % 24);
    return all + Math.log(AWAKE[hour] ?? EVENING);
  }, 0);
  return starts.length === 0 ? 0 : (HARDLY_AWAKE * sum) / starts.length;
}

/** The clock of a target, and when it can be relied on. */
export interface KnownClock {
  clock: Clock;
  /** False if it is unknown whether a clock change applies at this instant. */
  isSure: (at: number) => boolean;
}

interface SeenStarts {
  starts: number[];
  /** Missing in rows of older versions. */
  zones?: ZoneScores;
}

/** The clock of the configured zone, else of the zone that the starts show, else UTC. */
export function clockOf(timezone: string | null, { starts, zones: known }: SeenStarts): KnownClock {
  if (timezone !== null) return { clock: clockOfZone(timezone), isSure: () => true };
  const zones = known ?? zoneScores(undefined, starts);
  const rules = zoneRules();
  const liking = rules.map((rule, index) =>
    index === 0 ? UNLEARNED : (zones[index] ?? 0) + awake(rule, starts) - (RARE[index] ?? 0),
  );
  liking[0]! += zones[0] ?? 0;
  const best = liking.indexOf(Math.max(...liking));
  const plausible = rules.filter((_, index) => index === best || (zones[index] ?? 0) > RULED_OUT);
  return { clock: best === 0 ? UTC_CLOCK : rules[best]!, isSure: (at) => alike(plausible, starts, at) };
}

/**
 * The number of starts after a change that show whether it applied, and the time after it during which nothing is
 * certain.
 */
const STARTS_TO_SHOW = 3;
const UNSURE_MS = 2 * WEEK_MS;
/** A change this close to an instant makes it uncertain too. */
const AROUND_MS = 60 * MINUTE_MS;

/** Reports whether all of these clocks have moved alike since the hours were observed. */
function alike(plausible: ZoneRule[], starts: number[], at: number): boolean {
  const since = Math.min(at - UNSURE_MS, starts.at(-STARTS_TO_SHOW) ?? starts[0] ?? at);
  return [at - AROUND_MS, at, at + AROUND_MS].every((near) => {
    const moved = plausible.map(({ offsetAt }) => offsetAt(near) - offsetAt(since));
    return moved.every((one) => one === moved[0]);
  });
}
