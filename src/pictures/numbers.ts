/** Thins a line (x, y, x, y …; x ascending) to at most four points per column: first, lowest, highest and last. */
export function thinned(points: readonly number[], column: number): number[] {
  const stored: number[] = [];
  for (let i = 0; i < points.length;) {
    const until = (Math.floor(points[i]! / column) + 1) * column;
    let [next, low, high] = [i, i, i];
    for (; next < points.length && points[next]! < until; next += 2) {
      if (points[next + 1]! < points[low + 1]!) low = next;
      if (points[next + 1]! > points[high + 1]!) high = next;
    }
    const chosen = [...new Set([i, low, high, next - 2])].sort((a, b) => a - b);
    for (const one of chosen) stored.push(points[one]!, points[one + 1]!);
    i = next;
  }
  return stored;
}

/** The points as steps: each value holds until the next. */
export function stepped(points: readonly number[]): number[] {
  const steps = points.slice(0, 2);
  for (let i = 2; i < points.length; i += 2) {
    if (points[i + 1] !== points[i - 1]) steps.push(points[i]!, points[i - 1]!);
    else if (points[i + 3] === points[i + 1]) continue;
    steps.push(points[i]!, points[i + 1]!);
  }
  return steps;
}

const HUGE = 1e15;
const TINY = 1e-9;
const UNITS: [number, string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "K"],
];

/** Reports whether a number can be drawn. */
export const isDrawable = (value: number | null): value is number => value !== null && Number.isFinite(value);

/** Limits a number to the range that can be drawn. */
export const bounded = (value: number): number => (Math.abs(value) < TINY ? 0 : Math.max(-HUGE, Math.min(HUGE, value)));

/** Limits a number to a range. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

const signed = (text: string): string => text.replace("-", "−");

/** A number on an axis, as short as the step allows: "1.2M". */
export function shortCount(value: number, step: number): string {
  const [unit, letter] = UNITS.find(([unit]) => Math.abs(value) >= unit) ?? [1, ""];
  const digits = clamp(Math.ceil(-Math.log10(step / unit) - 1e-9), 0, 6);
  return signed(`${Number((value / unit).toFixed(digits))}${letter}`);
}

/** A percentage on an axis: "+20%". */
export function shortPercent(value: number, step: number): string {
  const text = shortCount(value, step);
  return `${value > 0 ? "+" : ""}${text}%`;
}

/**
 * Spreads positions: as close to the wanted ones as possible, in their order, at least a gap apart and within bounds.
 * They are closer together only if they would not fit.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const count = wanted.length;
  const apart = count > 1 ? Math.min(gap, (high - low) / (count - 1)) : gap;
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { members: number[]; start: number }[] = [];
  const placed = (members: number[]): { members: number[]; start: number } => {
    const middle = members.reduce((sum, member, i) => sum + wanted[member]! - i * apart, 0) / members.length;
    return { members, start: clamp(middle, low, Math.max(low, high - (members.length - 1) * apart)) };
  };
  for (const one of order) {
    let group = placed([one]);
    for (let last = groups.at(-1); last !== undefined; last = groups.at(-1)) {
      if (last.start + last.members.length * apart <= group.start) break;
      groups.pop();
      group = placed([...last.members, ...group.members]);
    }
    groups.push(group);
  }
  const places = wanted.map(() => 0);
  for (const { members, start } of groups) members.forEach((member, i) => (places[member] = start + i * apart));
  return places;
}
