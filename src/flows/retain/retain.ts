import { DAY_MS } from "../../core/duration.ts";
export interface RetainDeps {
  /** Deletes up to `most` events, deliveries, editions and days of time series that are older than the instant (epoch ms), the oldest first. */
  forget(before: number, most: number): Promise<void>;
  /** The same by the wall clock: entries of the audit log, and requests that were to be carried out once. */
  forgetByWall(before: { audit: number; requests: number }, most: number): Promise<void>;
  /** Seals anew what an earlier encryption key sealed, some channels at a time. */
  renew(most: number): Promise<void>;
  wallNow(): number;
}

const EVERY_MS = 600_000;
const MOST_AT_ONCE = 500;
const MOST_RENEWED = 50;

/**
 * Keeps the database flat: at the first tick of each ten minutes some of what is older than `days` goes; and what is
 * sealed with an old key is sealed anew.
 */
export async function retain(now: number, lastTickAt: number, days: number, deps: RetainDeps): Promise<void> {
  if (Math.floor(now / EVERY_MS) === Math.floor(lastTickAt / EVERY_MS)) return;
  await deps.forget(now - days * DAY_MS, MOST_AT_ONCE);
  await deps.renew(MOST_RENEWED);
  const wallNow = deps.wallNow();
  await deps.forgetByWall({ audit: wallNow - days * DAY_MS, requests: wallNow - DAY_MS }, MOST_AT_ONCE);
}
