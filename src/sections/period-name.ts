/** What people call a digest's period. */
export type PeriodName = "day" | "week" | "month" | "period";
