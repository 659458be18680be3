import { MINUTES_A_DAY } from "../limits.ts";

/**
 * Bytes of the database, indexes included: what each table takes of the world of `test/support/full-world.ts` (SQLite's `dbstat`), by
 * its rows. A target has a row of 830 bytes, 63 on its sheet and some 300 of habits.
 */
const BYTES = { target: 1200, event: 970, delivery: 520, livePoint: 40, point: 300 };

/** What is there before anything is watched. */
const EMPTY_BYTES = 500_000;

/** Points of a series a day, at the most: one each ten minutes. */
const POINTS_A_DAY = 144;

/** A broadcast of two hours whose viewers are asked for each ten minutes. */
const POINTS_A_BROADCAST = 12;

const DAYS_A_WEEK = 7;

/** What is watched: calls of one poll of all, and a minute; of those who come and go, too; and their starts a week. */
interface Stored {
  calls: number;
  asked: number;
  habitual: number;
  habitualAsked: number;
  rate: number;
}

/** How large the database is once it deletes as much a day as comes, bytes: where each start and end goes to one channel. Pure. */
export function storedBytes({ calls, asked, habitual, habitualAsked, rate }: Stored, retentionDays: number): number {
  const starts = ((habitual * rate) / DAYS_A_WEEK) * retentionDays;
  const others = Math.max(0, calls - habitual);
  const polls = Math.max(0, asked - habitualAsked) * MINUTES_A_DAY;
  const points = Math.min(polls, others * POINTS_A_DAY) * retentionDays;
  return (
    EMPTY_BYTES +
    calls * BYTES.target +
    2 * starts * (BYTES.event + BYTES.delivery) +
    starts * POINTS_A_BROADCAST * BYTES.livePoint +
    points * BYTES.point
  );
}
