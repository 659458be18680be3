import type { NamedSpan } from "../core/period-before.ts";

/** The common name of a digest's period. */
export type PeriodName = NamedSpan | "period";
