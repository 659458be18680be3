const BLOCKS = "▁▂▃▄▅▆▇█";
const MAX = 8;

/** A row of values as a bar chart of text, "▁▂▄▆█", at most eight characters; "" without values. */
export function sparkLine(values: (number | null)[]): string {
  const displayed = bunched(values.map((value) => (value === null || !Number.isFinite(value) ? null : value)));
  const seen = displayed.filter((value) => value !== null);
  if (seen.length === 0) return "";
  const [low, high] = [Math.min(...seen), Math.max(...seen)];
  return displayed.map((value) => (value === null ? "·" : blockOf(value, low, high))).join("");
}

function blockOf(value: number, low: number, high: number): string {
  if (high === low) return "▄";
  // Halved, because the difference of the largest numbers would overflow.
  const share = (value / 2 - low / 2) / (high / 2 - low / 2);
  return BLOCKS[Math.round(share * (BLOCKS.length - 1))] ?? "▄";
}

/** Averages neighbours if there are too many values. */
function bunched(values: (number | null)[]): (number | null)[] {
  if (values.length <= MAX) return values;
  return Array.from({ length: MAX }, (_, index) => {
    const from = Math.floor((index * values.length) / MAX);
    const to = Math.floor(((index + 1) * values.length) / MAX);
    const seen = values.slice(from, to).filter((value) => value !== null);
    return seen.length === 0 ? null : seen.reduce((sum, value) => sum + value / seen.length, 0);
  });
}
