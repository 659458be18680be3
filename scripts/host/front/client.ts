import { BlockList } from "node:net";
import ipaddr from "ipaddr.js";
import { StartError } from "../start-error.ts";

/** Whose `X-Forwarded-For` is believed. */
export type Trusted = (address: string) => boolean;

export const NOBODY: Trusted = () => false;

/** IPv4 within IPv6 begins after so many bits. */
const MAPPED_BITS = 96;

/** An address in its one form: of IPv4 also where it comes as one of IPv6, and without a zone; null for what is none. */
function plain(text: string): string | null {
  const address = text.replace(/%.*$/, "");
  // A lenient reader takes "1" as an address.
  if (!/[.:].*[.:]/.test(address) || !ipaddr.isValid(address)) return null;
  return ipaddr.process(address).toString();
}

/** Addresses and networks with commas between, IPv4 and IPv6. Throws StartError that names the first that is none. */
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

/** A hop as proxies write it: an address, with a port where they like. */
function hopOf(text: string): string | null {
  const [, bracketed] = /^"?\[([^\]]*)\](?::\d+)?"?$/.exec(text) ?? [];
  const [, before] = /^"?(\d+\.\d+\.\d+\.\d+)(?::\d+)?"?$/.exec(text) ?? [];
  return plain(bracketed ?? before ?? text);
}

/**
 * Who really asks: the connection's own address, or, where that is a proxy that is trusted, the rightmost address of
 * `X-Forwarded-For` that is none. What stands to the left of it anybody may have written.
 */
export function clientOf(peer: string, forwarded: string | string[] | undefined, trusted: Trusted): string {
  let address = plain(peer) ?? peer;
  if (!trusted(address)) return address;
  const hops = String(forwarded ?? "").split(",");
  for (const text of hops.toReversed()) {
    const hop = hopOf(text.trim());
    // Nobody can say who stood before something that is no address.
    if (hop === null) return address;
    address = hop;
    if (!trusted(address)) return address;
  }
  return address;
}
