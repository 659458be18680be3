import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { LIMITS, maxPolls } from "../core/limits.ts";

const env = (more: Record<string, string>) => ({
  ADMIN_TOKEN: "x".repeat(32),
  ENCRYPTION_KEYS: JSON.stringify({ k1: btoa("k".repeat(32)) }),
  UPSTREAM_BASE_URL: "https://api.example.com",
  UPSTREAM_USERNAME: "someone",
  UPSTREAM_PASSWORD: "a password",
  ...more,
});

const errorsOf = (more: Record<string, string>) => {
  const read = readConfig(env(more));
  return "errors" in read ? read.errors : [];
};

test("the free plan accepts the budget that its queue supports, and the error explains the limit", () => {
  expect(maxPolls(LIMITS.free)).toBe(120);
  for (const more of [{}, { LIMITS: "free" }]) {
    expect(errorsOf({ ...more, UPSTREAM_POLLS_PER_MINUTE: "120" })).toEqual([]);
    const [error, ...rest] = errorsOf({ ...more, UPSTREAM_POLLS_PER_MINUTE: "121" });
    expect(rest).toEqual([]);
    expect(error!.name).toBe("UPSTREAM_POLLS_PER_MINUTE");
    expect(error!.message).toBe(
      "must be at most 120: a tick polls 40 itself and hands batches of 40 to the queue, and 2 of them a minute are " +
        "2 × 3 × 1440 = 8640 of the 10000 queue operations of a day; 3 would be 12960 " +
        "(LIMITS=free; the paid plan carries more)",
    );
  }
});

test("concurrency can only be set when self-hosting: Cloudflare allows six waiting calls per batch", () => {
  const maxOf = (LIMITS: string) => {
    const read = readConfig(env({ LIMITS, UPSTREAM_CONCURRENCY: "50" }));
    return "config" in read && read.config.limits.sideBySide.most;
  };
  expect(["free", "paid", "local"].map(maxOf)).toEqual([6, 6, 5]);
});

test("the first key encrypts, even with numeric names; duplicate names are refused", () => {
  const [one, two] = ["k", "l"].map((sign) => btoa(sign.repeat(32)));
  const keysOf = (ENCRYPTION_KEYS: string) => {
    const read = readConfig(env({ ENCRYPTION_KEYS }));
    return "config" in read ? read.config.keys.slice(0, -1).map(([name, [byte]]) => `${name}${byte}`) : null;
  };
  expect(keysOf(`{"2": "${two}", "1": "${one}"}`)).toEqual(["2108", "1107"]);
  expect(keysOf(`{"k2":"${two}" , "1" :"${one}", "k0":"${one}"}`)).toEqual(["k2108", "1107", "k0107"]);
  for (const invalid of [
    `{"k1":"${one}","k1":"${two}"}`,
    `{"__proto__":"${one}"}`,
    `{"":"${one}"}`,
    `{"admin-1":"${one}"}`,
    "{}",
    `["${one}"]`,
  ])
    expect(keysOf(invalid), invalid).toBeNull();
});

test("PUBLIC_URL is an address without a path, because nothing is served under one", () => {
  const read = (PUBLIC_URL: string) => {
    const config = readConfig(env({ PUBLIC_URL }));
    return "config" in config ? config.config.PUBLIC_URL : null;
  };
  expect(read("https://tally.example/")).toBe("https://tally.example");
  expect(read("https://Tally.example:8443")).toBe("https://tally.example:8443");
  for (const path of ["/tally", "/tally/", "/?a=1", "/#a"])
    expect([path, read(`https://a.example${path}`)]).toEqual([path, null]);
  expect(errorsOf({ PUBLIC_URL: "https://a.example/tally" })).toEqual([
    { name: "PUBLIC_URL", message: "must be an address without a path: Tallylight needs a host or port of its own" },
  ]);
});

test.each(["paid", "local", "tight"])("%s takes any budget", (plan) => {
  expect(errorsOf({ LIMITS: plan, UPSTREAM_POLLS_PER_MINUTE: "1000000" })).toEqual([]);
});

test.each([
  [
    { title: "data/title" },
    "UPSTREAM_OPERATIONS: /live.info/fields/title: must be a JSON Pointer: empty or starting with '/'",
  ],
  [{ title: "/a~2" }, "UPSTREAM_OPERATIONS: /live.info/fields/title: must be a JSON Pointer: '~' only as '~0' or '~1'"],
  [
    { "a-b": "/a" },
    "UPSTREAM_OPERATIONS: /live.info/fields/a-b: must be named with 1 to 40 letters, digits and '_', a letter first",
  ],
  [
    Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, ""])),
    "UPSTREAM_OPERATIONS: /live.info/fields: must be at most 30 fields",
  ],
])("the fields of an operation are names with pointers: %j", (fields, reported) => {
  const UPSTREAM_OPERATIONS = JSON.stringify({ "live.info": { path: "/", fields } });
  expect(errorsOf({ UPSTREAM_OPERATIONS }).map(({ name, message }) => `${name}: ${message}`)).toEqual([reported]);
});

test.each([
  [{ "live.check": { path: 7 } }, "/live.check/path: expected string, received number"],
  [{ "live.check": { pathe: "/a" } }, "/live.check/pathe: is not a known field; did you mean path?"],
  [{ "live.check": "/a" }, "/live.check: expected object, received string"],
  [[], "/: expected record, received array"],
])("what is no definition of operations is named as the API names it: %j", (operations, reported) => {
  const messages = errorsOf({ UPSTREAM_OPERATIONS: JSON.stringify(operations) }).map(({ message }) => message);
  expect(messages).toContain(reported);
  expect(messages.join()).not.toMatch(/Invalid input|Unrecognized|Too big/);
});

test("LANGUAGE is one of the languages, or left to the team", () => {
  const read = readConfig(env({}));
  expect("config" in read && read.config.language).toBeNull();
  const message = "must be one of en, de, es, pt-BR, fr, ja, id, vi";
  expect(errorsOf({ LANGUAGE: "it" })).toEqual([{ name: "LANGUAGE", message }]);
});

test("the path of an operation cannot contain control characters", () => {
  const UPSTREAM_OPERATIONS = JSON.stringify({ "live.check": { path: "/a\u0000" } });
  expect(errorsOf({ UPSTREAM_OPERATIONS })[0]!.message).toContain("/live.check/path: must have no control characters");
});

test("without ENCRYPTION_KEYS a key is derived from ADMIN_TOKEN; the previous token's key only decrypts", () => {
  const idsOf = (more: Record<string, string>, without: string[] = []) => {
    const read = readConfig(Object.fromEntries(Object.entries(env(more)).filter(([name]) => !without.includes(name))));
    return "config" in read ? read.config.keys.map(([id]) => id) : read.errors;
  };
  const [now, before] = ["n".repeat(32), "b".repeat(40)];
  const [ofNow] = idsOf({ ADMIN_TOKEN: now }, ["ENCRYPTION_KEYS"]) as string[];
  const [ofBefore] = idsOf({ ADMIN_TOKEN: before }, ["ENCRYPTION_KEYS"]) as string[];
  expect(ofNow).toMatch(/^admin-[0-9a-f]{12}$/);
  expect(ofBefore).not.toBe(ofNow);
  expect(idsOf({ ADMIN_TOKEN: now, PREVIOUS_ADMIN_TOKEN: before }, ["ENCRYPTION_KEYS"])).toEqual([ofNow, ofBefore]);
  expect(idsOf({ ADMIN_TOKEN: now, PREVIOUS_ADMIN_TOKEN: before })).toEqual(["k1", ofNow, ofBefore]);
  expect(idsOf({ ADMIN_TOKEN: now, PREVIOUS_ADMIN_TOKEN: now })).toEqual(["k1", ofNow]);
  expect(idsOf({ PREVIOUS_ADMIN_TOKEN: "short" })).toEqual([
    { name: "PREVIOUS_ADMIN_TOKEN", message: "must have 32 characters or more" },
  ]);
});
