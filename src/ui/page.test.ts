import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnFrom, ownPath, page, type Page, type PageContext } from "./page.ts";
import type { PagePorts } from "./ports.ts";
import { speaking } from "./words/text.ts";

const HERE = new URL("https://tally.example/sign-in");

test("a path of the app stays as it is", () => {
  for (const path of ["/", "/creators?q=a%20b", "/creators/tgt_1"]) expect(ownPath(path, HERE)).toBe(path);
});

test("a tab asks for its page anew in another language, zone and minute, and after a change", () => {
  const at = { now: 1_767_614_400_000, zone: "Europe/Berlin" };
  const german = speaking({ language: "de", texts: {} }, () => drawnFrom("7", at));
  const all = [
    drawnFrom("7", at),
    german,
    drawnFrom("8", at),
    drawnFrom("7", { ...at, zone: "Asia/Tokyo" }),
    drawnFrom("7", { ...at, now: at.now + 60_000 }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(drawnFrom("7", { ...at, now: at.now + 59_000 })).toBe(all[0]);
});

test("no path redirects to another host", () => {
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
  const check = (requested: string) => {
    const path = ownPath(requested, HERE);
    if (path !== "/") led += 1;
    expect(new URL(path, HERE).origin).toBe(HERE.origin);
  };
  for (const requested of [
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "/\\evil.example",
  ])
    check(requested);
  fc.assert(fc.property(spelled, check), { numRuns: 2000 });
  expect(led).toBeGreaterThan(100);
});

test("a page whose ports are not composed does not compile", () => {
  const at = { method: "get", path: "/x", scope: "read" } as const;
  const handle = ({ ports }: PageContext<{ rain: number }>) => Promise.resolve(Response.json(ports.rain));
  const pages: Page<PagePorts & { rain: number }>[] = [page({ ...at, handle })];
  // @ts-expect-error -- `rain` is missing
  const dry: Page<PagePorts>[] = [page({ ...at, handle })];
  expect(pages.map(({ path }) => path)).toEqual(dry.map(({ path }) => path));
});
