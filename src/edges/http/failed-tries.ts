import { LatestUsed } from "../../core/latest-used.ts";
import ipaddr from "ipaddr.js";

const MAX_FAILURES = 1000;
const WINDOW_MS = 60_000;

/** More addresses than this at once are forgotten, the ones first that have been quiet the longest. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts failed tries by address: at most a thousand a minute from one. Notes one more at `now` (epoch ms) and answers null,
 * or the milliseconds to wait where it is one too many.
 */
export function failedTries(): (address: string, now: number) => number | null {
  const tries = new LatestUsed<string, { since: number; count: number }>(MAX_ADDRESSES);
  return (address, now) => {
    const network = networkOf(address);
    const known = tries.get(network);
    const running = known !== undefined && now - known.since < WINDOW_MS ? known : { since: now, count: 0 };
    running.count += 1;
    tries.set(network, running);
    return running.count > MAX_FAILURES ? running.since + WINDOW_MS - now : null;
  };
}

/** What counts as one address: of IPv6 a guest has 2^64, which count together. */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}
