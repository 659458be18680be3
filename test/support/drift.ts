const MAX_LINES = 12;

/**
 * The difference between a stored file and the generated one, as diff lines from the first to the last; "" if equal.
 */
export function drift(stored: string, created: string): string {
  if (stored === created) return "";
  const [before, after] = [stored.split("\n"), created.split("\n")];
  let top = 0;
  while (before[top] === after[top]) top++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - top && before.at(-1 - end) === after.at(-1 - end)) end++;
  const lines = (all: string[], sign: string) => {
    const changed = all.slice(top, all.length - end).map((line) => `${sign} ${line.slice(0, 200)}`);
    const left = changed.length - MAX_LINES;
    return left > 0 ? [...changed.slice(0, MAX_LINES), `${sign} … ${left} more lines`] : changed;
  };
  return [`@@ line ${top + 1}`, ...lines(before, "-"), ...lines(after, "+")].join("\n");
}
