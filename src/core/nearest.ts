/** How many characters must come, go or change until one text is the other (Levenshtein). For names, not for long texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

const LONGEST = 100;

/** The name that a person may have meant: no more than a third of it is written otherwise, whatever its case; else null. */
export function nearest(text: string, names: readonly string[]): string | null {
  if (text.length > LONGEST) return null;
  const far = (name: string) => distance(text.toLowerCase(), name.toLowerCase());
  const [best] = names.map((name) => ({ name, far: far(name) })).sort((a, b) => a.far - b.far);
  return best !== undefined && best.far <= Math.ceil(Math.max(text.length, best.name.length) / 3) ? best.name : null;
}
