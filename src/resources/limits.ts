import type { Addresses } from "../core/public-url.ts";

/** The context in which forms validate. */
export interface Limits {
  minIntervalSeconds: number;
  addresses: Addresses;
}
