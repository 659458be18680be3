/** What lengths of time and growths are written with: Intl has neither a duration on every platform, nor units as short as these. */
export const en = {
  /** What stands after a number, and between two of them. */
  units: { s: " s", m: " min", h: " h", d: " d", between: " " },
  /** "+25% in 24 h" */
  within: (growth: string, length: string) => `${growth} in ${length}`,
  /** "+25% since 18 Nov" */
  since: (growth: string, date: string) => `${growth} since ${date}`,
};

export type CoreWords = typeof en;
