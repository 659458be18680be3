import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { ownAddress, resolvedHost, simulatorAddress, simulatorHosts } from "../../host/runtime/addresses.ts";
import { freePort } from "../../host/runtime/ports.ts";
import { addressesHere } from "../../host/runtime/terminal.ts";
import { hostVariables } from "../../host/runtime/variables.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:1", "http://127.0.0.1:1"],
  ["127.0.0.2", "http://127.0.0.2:1", "http://127.0.0.2:1"],
  ["localhost", "http://localhost:1", "http://localhost:1"],
  ["0.0.0.0", "http://127.0.0.1:1", "http://127.0.0.1:1"],
  ["::1", "http://[::1]:1", "http://[::1]:1"],
  ["::", "http://[::1]:1", "http://[::1]:1"],
  // Channels may only name loopback addresses, so the simulator listens there too.
  ["192.168.1.5", "http://192.168.1.5:1", "http://127.0.0.1:1"],
  ["fd00::5", "http://[fd00::5]:1", "http://127.0.0.1:1"],
])("what listens on %s is reached at a valid address", (host, own, simulator) => {
  expect([ownAddress(host, 1), simulatorAddress(host, 1)]).toEqual([own, simulator]);
  expect(() => addressesHere(ownAddress(host, 1))).not.toThrow();
  expect(simulatorHosts(host)[0]).toBe(host);
});

test("HOST is an address or a name of this machine, also in brackets", () => {
  const hostOf = (HOST: string) => hostVariables({ HOST }).host;
  for (const host of ["127.0.0.1", "::1", "::", "localhost", "my-machine", "box.lan"]) expect(hostOf(host)).toBe(host);
  expect(hostOf("[::1]")).toBe("::1");
  for (const invalid of ["http://127.0.0.1", "127.0.0.1:80", "[::1]:80", "256.1.1.1", "1", " ", "a b", "a..b", "-"])
    expect(() => hostOf(invalid), invalid).toThrow(/^HOST must be an IP address of this machine or its name/);
});

test("a name becomes the address on which all listen, and an unknown one is explained", async () => {
  expect(await resolvedHost("::1")).toBe("::1");
  expect(await resolvedHost("localhost")).toBe("localhost");
  await expect(resolvedHost("nowhere.invalid")).rejects.toThrow(/^HOST is no name that can be found/);
});

test("an address of another machine is explained", async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  expect(own).not.toContain("192.0.2.1");
  await expect(freePort("PORT", 0, "192.0.2.1")).rejects.toThrow("HOST is not an address of this machine");
});
