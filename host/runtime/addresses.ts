import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback } from "../../src/core/public-url.ts";
import { StartError } from "../failure.ts";

// Where what listens on this machine can be reached. A `host` is an IP address without brackets, or "localhost".

/** Addresses that mean all of this machine are no names. */
const ANY: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The same as part of a URL or of workerd's arguments. */
export const inAddress = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The address at which this machine reaches what listens on `host` and `port`. */
export const ownAddress = (host: string, port: number): string => `http://${inAddress(ANY[host] ?? host)}:${port}`;

/** The hosts on which the simulator listens. Channels may only name loopback addresses, so one of them is always there. */
export const simulatorHosts = (host: string): string[] =>
  ANY[host] !== undefined || isLoopback(inAddress(host)) ? [host] : [host, "127.0.0.1"];

/** The address of the simulator for Tallylight itself. */
export const simulatorAddress = (host: string, port: number): string => ownAddress(simulatorHosts(host).at(-1)!, port);

/** The IP address of a name, which is the same for all that listen. Throws StartError if there is none. */
export async function resolvedHost(host: string): Promise<string> {
  if (isIP(host) !== 0 || host === "localhost") return host;
  try {
    return (await lookup(host)).address;
  } catch {
    throw new StartError("HOST is no name that can be found: set it to an IP address of this machine");
  }
}
