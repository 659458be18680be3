import fc from "fast-check";
import { expect, test } from "vitest";
import { monthAround } from "./calendar.ts";
import { monthAt, monthsCovering, monthsHolding, monthStart, windowOf } from "./month-row.ts";

const DAY = 86_400_000;
const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2080, 0, 1) });

test("months are those of the calendar, to the millisecond", () => {
  for (let month = -500; month < 2000; month++) {
    expect(monthStart(month)).toBe(Date.UTC(1970, month, 1));
    expect([monthAt(monthStart(month)), monthAt(monthStart(month + 1) - 1)]).toEqual([month, month]);
  }
});

test("a month of any zone is within one row", () => {
  const zones = fc.constantFrom(
    "Pacific/Kiritimati",
    "Etc/GMT+12",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
  );
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const { from, to } = monthAround(at, zone);
      expect(monthsCovering(from, to)).toEqual([monthAt((from + to) / 2)]);
    }),
  );
});

test("what overlaps a time is in one of the months that are read for it", () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 0, max: 100 * DAY }),
      fc.integer({ min: 1, max: 400 * DAY }),
      (at, long, of) => {
        const held = monthsHolding(at, at + long);
        for (const month of held) {
          const { from, to } = windowOf(month);
          expect(at + long >= from && at < to).toBe(true);
        }
        for (const begin of [at - of, at, at + long]) {
          const read = monthsCovering(begin, begin + of);
          expect(
            read.some((month) => held.includes(month)),
            `${at} ${long} ${begin}`,
          ).toBe(true);
          expect(windowOf(read[0]!).from <= begin && windowOf(read.at(-1)!).to >= begin + of).toBe(true);
        }
      },
    ),
  );
});
