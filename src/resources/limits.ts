import type { Addresses } from "../core/public-url.ts";

/** The context in which forms validate. */
export interface Limits {
  minIntervalSeconds: number;
  /** Days for which events and samples are stored. */
  retentionDays: number;
  addresses: Addresses;
}
