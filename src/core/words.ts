/** What lengths of time, growths and places are written with: Intl has neither a duration on every platform, nor units as short as these. */
export const en = {
  /** What stands after a number, and between two of them. */
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
