import type { Found, KnownHashtag } from "./view.ts";

/** A name without what a search ignores: case, marks, blanks, '#', punctuation. */
const folded = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, "");

/** Results by cid; a row without one is the known hashtag of its name, and is left out where there is none. */
export function identified(found: Found[], known: Record<string, KnownHashtag>): Map<string, Found> {
  const byCid = new Map<string, Found>();
  for (const row of found) if (row.cid !== null && !byCid.has(row.cid)) byCid.set(row.cid, row);
  for (const row of found.filter(({ cid }) => cid === null)) {
    const name = folded(row.name ?? "");
    const cid = Object.keys(known).find((key) => folded(known[key]!.name) === name);
    if (cid !== undefined && !byCid.has(cid)) byCid.set(cid, row);
  }
  return byCid;
}
