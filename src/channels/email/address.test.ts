import { expect, test } from "vitest";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { email } from "./kind.ts";
import type { EmailSettings } from "./settings.ts";

const settings: EmailSettings = {
  service: "resend",
  token: "re_ZaQ1xSw2CdE3vFr4BgT5",
  from: "alerts@example.com",
  to: "maria@example.com",
};
const read = (more: object) => email.settings(PUBLIC_ONLY).safeParse({ ...settings, ...more });

test.each([
  ["Maria@Example.com;team@example.com\n maria@example.com,", "Maria@Example.com, team@example.com"],
  ["a+b.c_d@sub.example.co.uk", "a+b.c_d@sub.example.co.uk"],
])("recipients as they are pasted: %j", (to, stored) => {
  expect(read({ to }).data?.to).toBe(stored);
});

test.each([
  ['"Tally light" <alerts@example.com>', "Tally light <alerts@example.com>"],
  ["<alerts@example.com>", "alerts@example.com"],
  ["  Zoë 🐈 <alerts@example.com> ", "Zoë 🐈 <alerts@example.com>"],
])("a sender as it is written: %j", (from, stored) => {
  expect(read({ from }).data?.from).toBe(stored);
});

const twenty = Array.from({ length: 20 }, (_, n) => `a${n}@example.com`).join(" ");

test("takes twenty recipients, and no twenty-first", () => {
  expect(read({ to: twenty }).success).toBe(true);
  expect(read({ to: `${twenty} b@example.com` }).error?.issues[0]?.message).toContain("1 to 20");
});

test.each<[string, object, string]>([
  ["no recipient", { to: " , " }, "to"],
  ["a name as recipient", { to: "Maria <maria@example.com>" }, "to"],
  ["a recipient with a header", { to: "a@example.com\r\nBcc:b@evil" }, "to"],
  ["a recipient without a domain", { to: "maria" }, "to"],
  ["a recipient on this machine", { to: "root@localhost" }, "to"],
  ["a recipient inside", { to: "root@mail.internal" }, "to"],
  ["a recipient at an IP address", { to: "root@[127.0.0.1]" }, "to"],
  ["a recipient in quotes", { to: '"a b"@example.com' }, "to"],
  ["a recipient with two dots", { to: "a..b@example.com" }, "to"],
  ["a recipient in other letters", { to: "märia@example.com" }, "to"],
  ["a sender of two lines", { from: "A\r\nBcc: b@evil.com <a@example.com>" }, "from"],
  ["a sender with a second address", { from: "a@example.com, b@example.com" }, "from"],
  ["a sender whose name has an address", { from: "a@bank.com <a@example.com>" }, "from"],
  ["a sender whose name is turned around", { from: "A\u202e <a@example.com>" }, "from"],
  ["a sender with an invisible name", { from: "\u200b <a@example.com>" }, "from"],
  ["a long name", { from: `${"a".repeat(71)} <a@example.com>` }, "from"],
  ["no key", { token: undefined }, "token"],
  ["a key of two lines", { token: "abcdefgh\r\nx: y" }, "token"],
  ["an address for a known service", { url: "https://mail.example.com/" }, "url"],
  ["no address for another service", { service: "json" }, "url"],
  ["an address inside", { service: "json", url: "https://10.0.0.1/" }, "url"],
  ["Cloudflare without an account", { service: "cloudflare" }, "account"],
  ["an account that is a path", { service: "cloudflare", account: "../../zones" }, "account"],
  ["an account for another service", { account: "0123456789abcdef0123456789abcdef" }, "account"],
  ["an unknown service", { service: "fax" }, "service"],
  ["http to unsubscribe", { unsubscribe: "http://example.com/" }, "unsubscribe"],
  ["a script to unsubscribe", { unsubscribe: "javascript:alert(1)" }, "unsubscribe"],
  ["a header in unsubscribe", { unsubscribe: "mailto:a@example.com>\r\nBcc: b@evil.com" }, "unsubscribe"],
  ["a second recipient in unsubscribe", { unsubscribe: "mailto:a@example.com?cc=b@evil.com" }, "unsubscribe"],
  ["an address inside to unsubscribe", { unsubscribe: "https://10.0.0.1/" }, "unsubscribe"],
])("refuses %s, and names the setting", (_, more, name) => {
  const issues = read(more).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join("/"))).toContain(name);
  for (const { message } of issues) expect(message).not.toMatch(/Invalid input|undefined/);
});

test("no key is shown, the recipients are", () => {
  expect(email.mask({ ...settings, unsubscribe: "mailto:stop@example.com" })).toEqual({
    to: "maria@example.com",
    from: "alerts@example.com",
    service: "resend",
    token: "…",
    unsubscribe: "mailto:stop@example.com",
  });
  expect(email.mask({ ...settings, service: "json", url: "https://mail.example.com/secret" })["url"]).toBe(
    "https://mail.example.com/…",
  );
});

test("the key stays with other recipients, not with another service or address", () => {
  const holder = (more: object) => email.shared!.holder!({ ...settings, ...more });
  const place = (more: object) => email.destination({ ...settings, ...more });
  expect(holder({ to: "team@example.com" })).toBe(holder({}));
  expect(place({ to: "team@example.com" })).not.toBe(place({}));
  for (const more of [{ service: "brevo" }, { url: "https://evil.example.com/" }, { account: "a" }])
    expect([holder(more) === holder({}), place(more) === place({})]).toEqual([false, false]);
});
