import { MINUTES_A_DAY } from "../../core/limits.ts";

/**
 * Bytes per row including indexes, measured with SQLite's `dbstat` on the world of `test/support/full-world.ts`. A
 * target has a row of 830 bytes, 63 on its sheet and about 300 of schedule predictions.
 */
const BYTES = { target: 1200, event: 970, delivery: 520, livePoint: 40, point: 300 };

/** The size before anything is watched. */
const EMPTY_BYTES = 500_000;

/** The maximum of points of a series per day: one every ten minutes. */
const POINTS_A_DAY = 144;

/** Points of a two-hour stream: viewers every ten minutes. */
const POINTS_A_BROADCAST = 12;

const DAYS_A_WEEK = 7;

/**
 * Calls for one poll of all targets and calls per minute, as if each had calls of its own; the same for targets with a
 * schedule prediction; their starts per week.
 */
interface Stored {
  calls: number;
  asked: number;
  habitual: number;
  habitualAsked: number;
  rate: number;
}

/**
 * The size of the database, bytes, once as much expires per day as is added. Assumes that each start and end is sent to
 * one channel. Pure.
 */
export function storedBytes({ calls, asked, habitual, habitualAsked, rate }: Stored, retentionDays: number): number {
  const starts = ((habitual * rate) / DAYS_A_WEEK) * retentionDays;
  const rest = Math.max(0, calls - habitual);
  const polls = Math.max(0, asked - habitualAsked) * MINUTES_A_DAY;
  const points = Math.min(polls, rest * POINTS_A_DAY) * retentionDays;
  return (
    EMPTY_BYTES +
    calls * BYTES.target +
    2 * starts * (BYTES.event + BYTES.delivery) +
    starts * POINTS_A_BROADCAST * BYTES.livePoint +
    points * BYTES.point
  );
}
