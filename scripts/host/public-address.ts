import ipaddr from "ipaddr.js";

/** True for an address of the public internet that one machine has: no private, shared, special or multicast one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** True for an address of this machine, IPv4 within IPv6 included. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
