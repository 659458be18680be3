/** Names as they are kept to be searched: `AT`, an id, `IS`, the name, and so on. */
const AT = "\u001e";
const IS = "\u001f";

export interface Named {
  id: string;
  name: string;
}

function* namesIn(pages: string[]): Generator<Named> {
  for (const page of pages)
    for (const entry of page.split(AT)) {
      const end = entry.indexOf(IS);
      if (end > 0) yield { id: entry.slice(0, end), name: entry.slice(end + 1) };
    }
}

interface Found {
  begins: boolean;
  /** In small letters. */
  name: string;
  id: string;
}

/** Those of a page whose names hold a text: the page is folded and looked through as one, since most names do not. */
function* holding(page: string, wanted: string): Generator<Found> {
  const folded = page.toLowerCase();
  // Few letters change their length with their case; then places in one are none in the other.
  const whole = folded.length === page.length ? page : folded;
  for (let at = folded.indexOf(wanted); at >= 0;) {
    const is = folded.indexOf(IS, folded.lastIndexOf(AT, at));
    if (at < is) at = folded.indexOf(wanted, is + 1);
    else {
      const next = folded.indexOf(AT, at);
      const end = next < 0 ? folded.length : next;
      yield {
        begins: at === is + 1,
        name: folded.slice(is + 1, end),
        id: whole.slice(folded.lastIndexOf(AT, is) + 1, is),
      };
      at = next < 0 ? -1 : folded.indexOf(wanted, end);
    }
  }
}

const inOrder = (a: Found, b: Found): number =>
  Number(b.begins) - Number(a.begins) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Whose names hold a text, in any case: those first that begin with it, `most` at the most. */
export function within(pages: string[], search: string, most: number): string[] {
  const wanted = search.toLowerCase();
  let found: Found[] = [];
  let last: Found | undefined;
  for (const page of pages)
    for (const one of holding(page, wanted)) {
      if (last !== undefined && inOrder(one, last) >= 0) continue;
      found.push(one);
      if (found.length < 2 * most) continue;
      found = found.sort(inOrder).slice(0, most);
      last = found.at(-1);
    }
  return found
    .sort(inOrder)
    .slice(0, most)
    .map(({ id }) => id);
}

/** Fewer pairs of letters in common are no likeness. */
const LEAST_ALIKE = 0.45;

const LONGEST = 60;

/** The pairs of letters of a text that follow each other, each as one number, with repetitions. */
function pairsOf(text: string): number[] {
  const folded = text.toLowerCase();
  const pairs: number[] = [];
  for (let i = 1; i < Math.min(folded.length, LONGEST); i++)
    pairs.push(folded.charCodeAt(i - 1) * 65_536 + folded.charCodeAt(i));
  return pairs;
}

/** Whose names are nearest to a text that no name holds, the nearest first (by the pairs of letters that both have). */
export function near(pages: string[], search: string, most: number): Named[] {
  const wanted = new Set(pairsOf(search.replace(/^@/, "")));
  if (wanted.size === 0) return [];
  const found: { one: Named; alike: number }[] = [];
  for (const one of namesIn(pages)) {
    const pairs = pairsOf(one.name);
    const shared = pairs.filter((pair) => wanted.has(pair));
    // A set is made only of those that may be near: most are not.
    if (2 * shared.length < LEAST_ALIKE * wanted.size) continue;
    const alike = (2 * new Set(shared).size) / (wanted.size + new Set(pairs).size);
    if (alike >= LEAST_ALIKE) found.push({ one, alike });
  }
  return found
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most)
    .map(({ one }) => one);
}
