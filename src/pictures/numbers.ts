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
