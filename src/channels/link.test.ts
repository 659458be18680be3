import { expect, test } from "vitest";
import { safeLink, safePicture } from "./link.ts";

test.each<[string, string | null]>([
  ["https://www.tiktok.com/@maria/live", "https://www.tiktok.com/@maria/live"],
  ["http://127.0.0.1:8787/dashboard?a=1&b=2#c", "http://127.0.0.1:8787/dashboard?a=1&b=2#c"],
  ["https://www.tiktok.com/@everyone/live", "https://www.tiktok.com/%40everyone/live"],
  ["https://a.com/(b)|<c> d`*~'\"\\?\\", "https://a.com/%28b%29%7C%3Cc%3E%20d%60%2A%7E%27%22/?%5C"],
  ["https://user@a.com/", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["no url", null],
  [`https://a.com/${"a".repeat(1000)}`, null],
  [`https://a.com/${"é".repeat(400)}`, null],
])("%s", (url, expected) => {
  expect(safeLink(url)).toBe(expected);
});

test.each<[string | null, string | null]>([
  ["https://p16.tiktokcdn.com/a~tplv:1:1.webp?x=a%2Bb", "https://p16.tiktokcdn.com/a~tplv:1:1.webp?x=a%2Bb"],
  ["http://127.0.0.1:8788/pictures/cover/1.png", "http://127.0.0.1:8788/pictures/cover/1.png"],
  ["http://p16.tiktokcdn.com/a.png", null],
  ["https://10.0.0.1/a.png", null],
  ["https://cdn.internal/a.png", null],
  ["attachment://a.png", null],
  [`https://p16.tiktokcdn.com/${"é".repeat(400)}.png`, null],
  [null, null],
])("picture %s", (address, expected) => {
  expect(safePicture(address)).toBe(expected);
});
