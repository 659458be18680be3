/** Words for durations, growth and places. Intl has no durations on every platform, and no units this short. */
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
};

export type CoreWords = typeof en;
