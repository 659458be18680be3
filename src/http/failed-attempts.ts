import { RecentlyUsed } from "../core/recently-used.ts";
import ipaddr from "ipaddr.js";

const MAX_FAILURES = 1000;
const WINDOW_MS = 60_000;

/** Limit on the addresses that are remembered. Those that were quiet longest are forgotten first. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts failed attempts by address, at most a thousand a minute. Records one at `now` (epoch ms) and returns null, or
 * the milliseconds to wait if it is one too many.
 */
export function failedTries(): (address: string, now: number) => number | null {
  const tries = new RecentlyUsed<string, { since: number; count: number }>(MAX_ADDRESSES);
  return (address, now) => {
    const network = networkOf(address);
    const known = tries.get(network);
    const running = known !== undefined && now - known.since < WINDOW_MS ? known : { since: now, count: 0 };
    running.count += 1;
    tries.set(network, running);
    return running.count > MAX_FAILURES ? running.since + WINDOW_MS - now : null;
  };
}

/** The unit that counts as one address. A single IPv6 user has 2^64 addresses, which count together. */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address.slice(0, 64);
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toByteArray().slice(0, 8).join(".") : parsed.toString();
}
