import type { GoalStanding } from "./goal.ts";

/** The best place in a ranking during the period. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
export type BestPlace = {
  title: string;
  place: number;
};

/** The progress of a creator's goal at the end of the period, or now if it is not over. */
export type ReportedGoal = GoalStanding & { goalId: string; validDayMinutes: number };

/** The report of one creator. Durations are whole seconds that polls observed within the period. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
export type AirtimeRow = {
  targetId: string;
  name: string;
  handle: string | null;
  seconds: number;
  /** Local days with any airtime, and with enough to be valid. */
  days: number;
  validDays: number;
  streams: number;
  averageViewers: number | null;
  peakViewers: number | null;
  viewerSeconds: number;
  bestPlaces: BestPlace[];
  /** Usual starts that were missed. */
  missedSlots: number;
  /** The longest run of consecutive days with airtime. */
  longestRunDays: number;
  /** Seconds more than in the same part of the previous period; null if less than half of either is known. */
  change: number | null;
  /** The known share of the whole period so far; null if the creator was added after it. */
  coverage: number | null;
  /** The seconds that `coverage` leaves: airtime can be up to that much higher. Null without `coverage`. */
  unknownSeconds: number | null;
  /**
   * How far `seconds` can be off because streams start and end between two polls; null if the polls around one of them
   * are not stored.
   */
  uncertaintySeconds: number | null;
  /** When the creator was added, ISO 8601. */
  watchedSince: string;
  /** True if the creator was deleted since. */
  removed: boolean;
  /** Null for none. */
  goal: ReportedGoal | null;
};

/** The sums of all rows. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON
export type AirtimeTotals = {
  creators: number;
  seconds: number;
  validDays: number;
  streams: number;
  viewerSeconds: number;
  peakViewers: number | null;
  missedSlots: number;
  unknownSeconds: number;
  /** The sum of all rows, null if one of them is. */
  uncertaintySeconds: number | null;
};

/** The airtime of creators in a period, longest first. */
export interface AirtimeReport {
  rows: AirtimeRow[];
  totals: AirtimeTotals;
}

/**
 * The share of time in which it is known whether creators were live, weighted equally, with four digits; null if all
 * were added later.
 */
export function observedIn(rows: Pick<AirtimeRow, "coverage">[]): number | null {
  const known = rows.flatMap(({ coverage }) => coverage ?? []);
  if (known.length === 0) return null;
  // Shares are counted in whole numbers, as sums of fractions are not exact.
  const sum = known.reduce((all, share) => all + Math.round(share * 10_000), 0);
  return Math.floor(sum / known.length) / 10_000;
}
