import fc from "fast-check";
import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { parseLossless, type Json } from "./json.ts";
import { PUBLIC_ONLY } from "./public-url.ts";

const LOCAL = { local: true, own: null };

const one = (name: string, value: Json, addresses = PUBLIC_ONLY) =>
  factsOf({ data: { value } }, { [name]: "/data/value" }, addresses)[name];

test.each<[string, Json, unknown]>([
  ["viewers", 12_400, 12_400],
  ["viewers", "12400", 12_400],
  ["viewers", -1, undefined],
  ["viewers", "12.4K", undefined],
  ["viewers", {}, undefined],
  ["title", "  late\n night ", "late night"],
  ["title", "", undefined],
  ["title", null, undefined],
  ["title", 5, undefined],
  ["title", "\u202etxt\u200b", "txt"],
  ["handle", "@maria.x", "maria.x"],
  ["handle", "maria/../x", undefined],
  ["userId", "7012345678901234567", "7012345678901234567"],
  ["userId", 7012, "7012"],
  ["userId", 0, undefined],
  [
    "cover",
    "https://p16.tiktokcdn.com/a~tplv:1:1.webp?x-expires=1&x-signature=a%2B",
    "https://p16.tiktokcdn.com/a~tplv:1:1.webp?x-expires=1&x-signature=a%2B",
  ],
  ["cover", "http://p16.tiktokcdn.com/a.jpeg", undefined],
  ["cover", "https://10.0.0.1/a.jpeg", undefined],
  ["cover", "https://cdn.internal/a.jpeg", undefined],
  ["cover", "https://127.0.0.1.nip.io/a.jpeg", undefined],
  ["cover", "javascript:alert(1)", undefined],
  ["cover", `https://p16.tiktokcdn.com/${"a".repeat(2000)}`, undefined],
  [
    "cover",
    { url_list: ["https://a.tiktokcdn.com/1.webp", "https://b.tiktokcdn.com/1.jpeg"] },
    "https://b.tiktokcdn.com/1.jpeg",
  ],
  ["cover", { url_list: null }, undefined],
  ["cover", [], undefined],
  ["category", "Music", "Music"],
  ["category", 7.5, 7.5],
  ["category", true, undefined],
  ["category", "https://cdn.internal/", undefined],
  ["category", "https://www.tiktok.com/live", "https://www.tiktok.com/live"],
])("%s of %j is %j", (name, value, expected) => {
  expect(one(name, value)).toBe(expected);
});

test("an id keeps all its digits, and a local address is accepted where calls to it are allowed", () => {
  const body = parseLossless('{"data":{"value":7457312345678901234}}');
  expect(factsOf(body, { userId: "/data/value", sec: "/data/value", none: "/data/none" }, PUBLIC_ONLY)).toEqual({
    userId: "7457312345678901234",
    sec: "7457312345678901234",
  });
  expect(one("cover", "http://127.0.0.1:8788/a.png")).toBeUndefined();
  expect(one("cover", "http://127.0.0.1:8788/a.png", LOCAL)).toBe("http://127.0.0.1:8788/a.png");
});

test("any answer gives short facts and does not throw", () => {
  const names = ["title", "viewers", "cover", "handle", "userId", "other"];
  const long: (string | number)[] = [];
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ maxLength: 5000, unit: "binary" }), (value, text) => {
      for (const provided of [value as Json, text, { url_list: [text, value as Json] }])
        for (const fact of names.flatMap((name) => one(name, provided) ?? []))
          if (typeof fact === "string" ? fact.length > 2000 : !Number.isFinite(fact)) long.push(fact);
    }),
  );
  expect(long).toEqual([]);
});
