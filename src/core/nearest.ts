/** The Levenshtein distance, ignoring case. Quadratic, so for names only. */
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

/** The name that a person may have meant, ignoring case: at most a third of it differs. Otherwise null. */
export function nearest(text: string, names: readonly string[]): string | null {
  if (text.length > LONGEST) return null;
  const requested = text.toLowerCase();
  let best: { name: string; far: number } | null = null;
  for (const name of names) {
    const [shorter, longer] = [text.length, name.length].sort((a, b) => a - b) as [number, number];
    const allowed = Math.min(Math.ceil(longer / 3), shorter - 1);
    const most = best === null ? allowed : Math.min(allowed, best.far - 1);
    // Names of other lengths are that far away at least.
    if (Math.abs(text.length - name.length) > most) continue;
    const far = distance(requested, name.toLowerCase());
    if (far <= most) best = { name, far };
  }
  return best?.name ?? null;
}

/** The end of a message about an unknown name: "; did you mean x?", or nothing if no known name is near. */
export function didYouMean(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  return meant === null ? "" : `; did you mean ${meant}?`;
}
