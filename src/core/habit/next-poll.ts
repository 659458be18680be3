import { intensityIn } from "./profile.ts";
import { BIN_MINUTES, binOf, MINUTE_MS, minuteOfWeek, WEEK_BINS } from "./week.ts";

/** An end is worth less than a start: whoever waits for one is not there yet. */
const END_WORTH = 0.01;

/**
 * When a target that is off is worth the next poll: once the density of starts since now, as the square root of weight ×
 * intensity, adds up to the price (Sia, Cho and Cho 2007). At most `longestMs` from now. Epoch ms.
 */
export function nextPollOff(
  profile: Uint8Array,
  weight: number,
  price: number,
  now: number,
  longestMs: number,
): number {
  const end = now + longestMs;
  let at = now;
  let sum = 0;
  let bin = binOf(now);
  let left = BIN_MINUTES - (minuteOfWeek(now) % BIN_MINUTES);
  while (at < end) {
    const dense = Math.sqrt(weight * intensityIn(profile, bin));
    if (sum + dense * left >= price) return at + ((price - sum) / dense) * MINUTE_MS;
    sum += dense * left;
    at += left * MINUTE_MS;
    bin = (bin + 1) % WEEK_BINS;
    left = BIN_MINUTES;
  }
  return end;
}

/** The same of one that is on since `startedAt`: how likely it ends takes the place of how likely it starts. */
export function nextPollOn(
  hazard: (age: number) => number,
  startedAt: number,
  weight: number,
  price: number,
  now: number,
  longestMs: number,
): number {
  const end = now + longestMs;
  let at = now;
  let sum = 0;
  while (at < end) {
    const age = (at - startedAt) / MINUTE_MS;
    const step = Math.min(10, Math.max(2, age / 20));
    const dense = Math.sqrt(weight * END_WORTH * hazard(age + step / 2));
    if (sum + dense * step >= price) return at + ((price - sum) / dense) * MINUTE_MS;
    sum += dense * step;
    at += step * MINUTE_MS;
  }
  return end;
}
