import ipaddr from "ipaddr.js";
import { BlockList } from "node:net";
import { StartError } from "../../failure.ts";

/** Whether the `X-Forwarded-For` of an address is trusted. */
export type Trusted = (address: string) => boolean;

export const NOBODY: Trusted = () => false;

/** Length of the prefix of IPv4-mapped IPv6 addresses, in bits. */
const MAPPED_BITS = 96;

/** The canonical form of an address: without zone, and IPv4 instead of IPv4-mapped IPv6. Null if it is malformed. */
function plain(text: string): string | null {
  const address = text.replace(/%.*$/, "");
  // The parser would accept "1" as an address.
  if (!/[.:].*[.:]/.test(address) || !ipaddr.isValid(address)) return null;
  return ipaddr.process(address).toString();
}

/** Parses addresses and networks separated by commas, IPv4 and IPv6. Throws StartError with the first malformed one. */
export function trustedIn(text: string): Trusted {
  const entries = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (entries.length === 0) return NOBODY;
  const list = new BlockList();
  for (const entry of entries) add(list, entry);
  return (address) => list.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

function add(list: BlockList, entry: string): void {
  const [text = "", prefix, ...more] = entry.split("/");
  const address = plain(text);
  const maxBits = text.includes(":") ? 128 : 32;
  const bits = prefix === undefined ? maxBits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (address === null || more.length > 0 || bits < 0 || bits > maxBits)
    throw new StartError(
      `TRUSTED_PROXIES must be addresses or networks separated by commas; ${JSON.stringify(entry)} is neither`,
    );
  const isMapped = maxBits === 128 && !address.includes(":");
  if (isMapped && bits < MAPPED_BITS)
    throw new StartError(`TRUSTED_PROXIES: write ${JSON.stringify(entry)} as an IPv4 network`);
  list.addSubnet(address, isMapped ? bits - MAPPED_BITS : bits, address.includes(":") ? "ipv6" : "ipv4");
}

/** Parses a hop as proxies write it: an address, optionally with a port. */
function hopOf(text: string): string | null {
  const [, bracketed] = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(text) ?? [];
  const [, before] = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/.exec(text) ?? [];
  return plain(bracketed ?? before ?? text);
}

/**
 * The client address: that of the connection, or, if it is a trusted proxy, the rightmost address of `X-Forwarded-For`
 * that is not one. Anyone could have written what is left of that.
 */
export function clientOf(peer: string, forwarded: string | string[] | undefined, trusted: Trusted): string {
  let address = plain(peer) ?? peer;
  if (!trusted(address)) return address;
  const hops = String(forwarded ?? "").split(",");
  for (const text of hops.toReversed()) {
    const hop = hopOf(text.trim());
    // What is left of a malformed address cannot be trusted.
    if (hop === null) return address;
    address = hop;
    if (!trusted(address)) return address;
  }
  return address;
}
