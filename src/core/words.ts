/** How people type hours, in lower case without accents. */
export interface HoursWords {
  /** The names of the days from Monday on, separated by blanks: first as it is displayed, then the others. */
  days: string[];
  everyDay: string[];
  weekend: string[];
  workingDays: string[];
  /** Words between two days or times. */
  to: string[];
  /** Words that say nothing. */
  empty: string[];
}

/** Words for durations, growth, places and hours. Intl has no durations on every platform, and no units this short. */
export const en = {
  /** Units after a number, and the text between two of them. */
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  /** "+25% in 24 h" */
  within: (growth: string, length: string) => `${growth} in ${length}`,
  /** "+25% since 18 Nov" */
  since: (growth: string, date: string) => `${growth} since ${date}`,
  /** A place in a ranking: "#4" */
  place: (place: string) => `#${place}`,
  /** From one place to another: "#8 → #2" */
  placeMove: (before: string, after: string) => `#${before} → #${after}`,
  hours: (): HoursWords => ({
    days: [
      "Mon mon monday mondays mo",
      "Tue tue tuesday tuesdays tues tu",
      "Wed wed wednesday wednesdays we",
      "Thu thu thursday thursdays thur thurs th",
      "Fri fri friday fridays fr",
      "Sat sat saturday saturdays sa",
      "Sun sun sunday sundays su",
    ],
    everyDay: ["every day", "everyday", "daily"],
    weekend: ["weekends", "weekend"],
    workingDays: ["weekdays", "weekday", "workdays"],
    to: ["to", "till", "until", "through"],
    empty: ["from", "at", "around", "about", "on", "and", "the", "every", "each", "between", "clock"],
  }),
};

export type CoreWords = typeof en;
