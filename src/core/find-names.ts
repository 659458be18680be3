/** Separators of the stored search text: `AT`, an id, `IS`, the name, and so on. */
const AT = "\u001e";
const IS = "\u001f";

export interface Named {
  id: string;
  name: string;
}

interface NameMatch {
  begins: boolean;
  /** In lower case. */
  name: string;
  id: string;
}

const inOrder = (a: NameMatch, b: NameMatch): number =>
  Number(b.begins) - Number(a.begins) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * A page in lower case, and the text from which its ids are read. A few letters change their length with their case.
 */
function foldedOf(page: string): { folded: string; whole: string } {
  const folded = page.toLowerCase();
  return { folded, whole: folded.length === page.length ? page : folded };
}

/** Finds the ids of names that contain a text, ignoring case: those that start with it first, at most `max`. */
export function within(pages: string[], search: string, max: number): string[] {
  const wanted = search.toLowerCase();
  let found: NameMatch[] = [];
  let last: NameMatch | undefined;
  for (const page of pages) {
    const { folded, whole } = foldedOf(page);
    // A page is searched as a whole, as most names do not match. If many do, late ones are skipped cheaply.
    for (let at = folded.indexOf(wanted); at >= 0;) {
      const start = folded.lastIndexOf(AT, at);
      const is = folded.indexOf(IS, start);
      const next = folded.indexOf(AT, Math.max(at, is));
      const begins = at === is + 1;
      if (at > is && (last === undefined || begins || !last.begins)) {
        const one = {
          begins,
          name: folded.slice(is + 1, next < 0 ? folded.length : next),
          id: whole.slice(start + 1, is),
        };
        if (last === undefined || inOrder(one, last) < 0) found.push(one);
      }
      at = at < is ? folded.indexOf(wanted, is + 1) : next < 0 ? -1 : folded.indexOf(wanted, next);
      if (found.length < 2 * max) continue;
      found = found.sort(inOrder).slice(0, max);
      last = found.at(-1);
    }
  }
  return found
    .sort(inOrder)
    .slice(0, max)
    .map(({ id }) => id);
}

/** The similarity from which names are suggested. */
const LEAST_ALIKE = 0.45;

const LONGEST = 60;

const pairAt = (folded: string, i: number): number => folded.charCodeAt(i - 1) * 65_536 + folded.charCodeAt(i);

/** The pairs of adjacent letters between two positions of a lower-case text, each as one number. */
function pairsIn(folded: string, from: number, to: number): Set<number> {
  const pairs = new Set<number>();
  for (let i = from + 1; i < Math.min(to, from + LONGEST); i++) pairs.add(pairAt(folded, i));
  return pairs;
}

/** A hash of pairs that rules out most names before their pairs are collected. */
const COARSE = 4096;
const coarse = (pair: number): number => (pair ^ (pair >>> 11)) & (COARSE - 1);

/** Finds the names most similar to a text that no name contains, by common pairs of letters, the most similar first. */
export function near(pages: string[], search: string, max: number): Named[] {
  const bare = search.replace(/^@/, "").toLowerCase();
  const wanted = pairsIn(bare, 0, bare.length);
  if (wanted.size === 0) return [];
  const maybe = new Uint8Array(COARSE);
  for (const pair of wanted) maybe[coarse(pair)] = 1;
  const found: { one: Named; alike: number }[] = [];
  for (const page of pages) {
    const { folded, whole } = foldedOf(page);
    for (let at = folded.indexOf(AT); at >= 0;) {
      const is = folded.indexOf(IS, at);
      const next = folded.indexOf(AT, is);
      const end = next < 0 ? folded.length : next;
      let shared = 0;
      for (let i = is + 2; i < Math.min(end, is + 1 + LONGEST); i++) shared += maybe[coarse(pairAt(folded, i))]!;
      if (2 * shared >= LEAST_ALIKE * wanted.size) {
        const pairs = pairsIn(folded, is + 1, end);
        const both = [...pairs].filter((pair) => wanted.has(pair)).length;
        const alike = (2 * both) / (wanted.size + pairs.size);
        if (alike >= LEAST_ALIKE)
          found.push({ one: { id: whole.slice(at + 1, is), name: whole.slice(is + 1, end) }, alike });
      }
      at = next;
    }
  }
  return found
    .sort((a, b) => b.alike - a.alike)
    .slice(0, max)
    .map(({ one }) => one);
}
