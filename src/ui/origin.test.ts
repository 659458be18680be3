import { expect, test } from "vitest";
import { isOwnForm, isPrivate } from "./origin.ts";

const url = new URL("http://tally.example:8787/creators");
const own = (headers: Record<string, string>, publicUrl: string | null = null) =>
  isOwnForm(new Request(url, { method: "POST", headers }), url, publicUrl);

test("a form is the app's own if all headers of the browser agree", () => {
  expect(own({ "sec-fetch-site": "same-origin" })).toBe(true);
  expect(own({ origin: url.origin })).toBe(true);
  expect(own({})).toBe(false);
  expect(own({ "sec-fetch-site": "cross-site", origin: url.origin })).toBe(false);
  expect(own({ "sec-fetch-site": "same-origin", origin: "https://evil.example" })).toBe(false);
});

test("behind a proxy, a form may come from the public address on the same host", () => {
  const origin = { "sec-fetch-site": "same-origin", origin: "https://tally.example" };
  expect(own(origin, "https://tally.example/x")).toBe(true);
  expect(own({ ...origin, origin: "https://other.example" }, "https://other.example")).toBe(false);
  expect([null, "https://tally.example", "https://other.example"].map((at) => isPrivate(url, at))).toEqual([
    false,
    true,
    false,
  ]);
});
