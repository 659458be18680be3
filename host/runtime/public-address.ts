import ipaddr from "ipaddr.js";

/** Whether an address is a unicast address of the public internet: not private, shared, special or multicast. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** Whether an address is of this machine, including IPv4-mapped IPv6. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
