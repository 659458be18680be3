import { expect, test } from "vitest";
import { addressesHere } from "../../host/runtime/terminal.ts";

test.each([
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["http://0.0.0.0:8788", "http://127.0.0.1:8788"],
  ["http://[::]:8788", "http://[::1]:8788"],
  ["http://localhost:9000", "http://localhost:9000"],
])("the sign-in link of %s has a host of its own, so that no other port gets its cookie", (base, plain) => {
  const { port } = new URL(base);
  expect(addressesHere(base)).toEqual({ own: `http://tallylight-${port}.localhost:${port}`, plain });
});

test("an address that isn't of this machine alone is printed as it is", () => {
  const base = "http://192.168.1.5:8787";
  expect(addressesHere(base)).toEqual({ own: base, plain: base });
});
