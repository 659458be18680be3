/** The days of the week, from Monday on. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Day = (typeof DAYS)[number];

/** Hours on some days of the week, wall time: `HH:MM`. `to` is on the next day unless it is later than `from`. */
export interface WeeklyHours {
  days: Day[];
  from: string;
  to: string;
}

/** A stretch of the week, in minutes since Monday 00:00, wall time. */
export interface WeekWindow {
  from: number;
  minutes: number;
}

const DAY_MINUTES = 1440;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The windows of these hours, one for each day. */
export const windowsOf = (hours: WeeklyHours[]): WeekWindow[] =>
  hours.flatMap(({ days, from, to }) => {
    const begin = minutesOf(from);
    const minutes = (minutesOf(to) - begin + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    return days.map((day) => ({ from: DAYS.indexOf(day) * DAY_MINUTES + begin, minutes }));
  });
