import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "./page.ts";

const HERE = new URL("https://tally.example/sign-in");

test("a path of ours stays as it is", () => {
  for (const path of ["/", "/creators?q=a%20b", "/creators/tgt_1"]) expect(ownPath(path, HERE)).toBe(path);
});

test("whatever is asked for, the browser stays here", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "/.",
    "//",
    "%2f",
    "%5c",
    "\t",
    "\n",
    "@",
    ":",
    "evil.example",
    "https:",
    "?",
    "#",
    "a",
  );
  const spelled = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join("")}`);
  let led = 0;
  const check = (asked: string) => {
    const path = ownPath(asked, HERE);
    if (path !== "/") led += 1;
    expect(new URL(path, HERE).origin).toBe(HERE.origin);
  };
  for (const asked of [
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "/\\evil.example",
  ])
    check(asked);
  fc.assert(fc.property(spelled, check), { numRuns: 2000 });
  expect(led).toBeGreaterThan(100);
});
