import { expect, test } from "vitest";
import { PUBLIC_ONLY, refusal } from "./public-url.ts";

test.each([
  "https://hooks.slack.com/services/T0/B0/x",
  "https://example.com",
  "https://example.com:443/in?token=1",
  "https://a.b.c.example.co.uk/",
  "https://münchen.de/",
  "https://8.8.8.8.example.com/",
  "https://v1-2-3-4.example.com/",
  "https://home.example.com/",
])("accepts %s", (url) => {
  expect(refusal(url, { local: false, own: null })).toBe(null);
  expect(refusal(url, { local: true, own: null })).toBe(null);
});

test.each([
  "http://localhost:8787/inbox",
  "http://127.0.0.1:1/",
  "https://127.8.9.1:8443/x",
  "http://[::1]:9000/a/b?c=d",
  "http://2130706433/",
  "http://127.1/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
])("accepts %s of this machine only where that is allowed", (url) => {
  expect(refusal(url, { local: true, own: null })).toBe(null);
  expect(refusal(url, { local: false, own: null })).not.toBe(null);
});

test.each([
  "",
  "example.com",
  "ftp://example.com/",
  "javascript:alert(1)",
  "https:/example.com",
  "https:///example.com",
  "http://example.com/",
  "https://example.com:8443/",
  "https://user@example.com/",
  "https://user:pass@example.com/",
  "https://@example.com/",
  "https://example.com/#part",
  "https://example.com/#",
  "https://exa mple.com/",
  "https://example.com\\@127.0.0.1/",
  " https://example.com/",
  "https://example.com/\u0000",
  "https://1.1.1.1/",
  "https://16843009/",
  "https://１９２.168.0.1/",
  "https://0.0.0.0/",
  "https://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/",
  "https://[2606:4700::1111]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::]/",
  "https://localhost./",
  "https://example.com./",
  "https://metadata/",
  "https://metadata.google.internal/",
  "https://app.localhost/",
  "https://printer.local/",
  "https://nas.lan/",
  "https://router.home.arpa/",
  "https://wiki.corp/",
  "https://x.intranet/",
  "https://x.home/",
  "https://x.test/",
  "https://x.example/",
  "https://x.invalid/",
  "https://x.onion/",
  "https://1.0.0.127.in-addr.arpa/",
  "https://nip.io/",
  "https://127.0.0.1.nip.io/",
  "https://7f000001.nip.io/",
  "https://10-0-0-1.sslip.io/",
  "https://a.localtest.me/",
  "https://lvh.me/",
  "https://app.vcap.me/",
  "https://x.traefik.me/",
  "https://192-168-1-5.abc.plex.direct/",
  "https://a.127.0.0.1.example.com/",
  "https://ex*mple.com/",
  "https://-a.example.com/",
  `https://example.com/${"a".repeat(2048)}`,
])("rejects %j, whether this machine is allowed or not", (url) => {
  expect(refusal(url, { local: false, own: null })).toMatch(/^must /);
  expect(refusal(url, { local: true, own: null })).toMatch(/^must /);
});

test.each([
  "http://127.0.0.1:8787/",
  "http://localhost:8787/x",
  "http://[::1]:8787/",
  "https://127.1:8787/",
  "http://0x7f.1:8787/",
])("our own port is never called, by any name of this machine: %s", (url) => {
  const ours = { local: true, own: null, ownPorts: [8787] };
  expect(refusal(url, ours)).toBe("must not name Tallylight itself");
  expect(refusal(url.replace("8787", "8788"), ours)).toBe(null);
  expect(refusal(url, { ...ours, local: false })).toBe("must not name this machine");
});

test.each([
  ["100-64-0-1", true],
  ["100-127-255-255", true],
  ["100-63-0-1", false],
  ["100-128-0-1", false],
  ["172-16-0-1", true],
  ["172-31-0-1", true],
  ["172-15-0-1", false],
  ["172-32-0-1", false],
  ["169-254-1-1", true],
  ["169-253-1-1", false],
  ["192-168-0-1", true],
  ["192-169-0-1", false],
  ["0-0-0-0", true],
  ["8-8-8-8", false],
])("a name that contains %s means an address of a private network: %s", (embedded, inner) => {
  for (const name of [`a.${embedded}.example.com`, `${embedded.replaceAll("-", ".")}.example.com`])
    expect(refusal(`https://${name}/`, PUBLIC_ONLY)).toBe(
      inner ? "must not be a name that stands for an address" : null,
    );
});

test("a missing port is that of the scheme", () => {
  const ours = (port: number) => ({ local: true, own: null, ownPorts: [port] });
  expect(refusal("http://localhost/", ours(80))).toBe("must not name Tallylight itself");
  expect(refusal("https://localhost/", ours(443))).toBe("must not name Tallylight itself");
  expect(refusal("https://localhost/", ours(80))).toBe(null);
});

test("never Tallylight itself, by its name or on its own ports", () => {
  const own = { local: true, own: "tally.agency.com", ownPorts: [8787] };
  const itself = "must not name Tallylight itself";
  expect(refusal("https://tally.agency.com/v1/x", own)).toBe(itself);
  expect(refusal("https://other.agency.com/v1/x", own)).toBeNull();
  expect(refusal("http://127.0.0.1:8787/", own)).toBe(itself);
  expect(refusal("http://127.0.0.1:8788/", own)).toBeNull();
});

test("rejects names that are too long", () => {
  const name = (labels: number) => `https://${`${"a".repeat(60)}.`.repeat(labels)}com/`;
  expect([name(4), name(5)].map((url) => refusal(url, PUBLIC_ONLY))).toEqual([null, "must name a valid host"]);
});
