import { intensityIn } from "./profile.ts";
import { BIN_MINUTES, binOf, MINUTE_MS, minuteOfWeek, WEEK_BINS } from "./week.ts";

/** An end is worth less than a start: whoever waits for one is not there yet. */
const END_WORTH = 0.02;

/** So many minutes within which what is looked for is equally dense. */
interface Step {
  minutes: number;
  /** The square root of weight × how likely it comes, a minute. */
  dense: number;
}

/** When the density of steps, asked for one after another, adds up to the price: at most `longestMs` from now. Epoch ms. */
function reached(price: number, now: number, longestMs: number, stepAt: (at: number) => Step): number {
  const end = now + longestMs;
  let at = now;
  let sum = 0;
  while (at < end) {
    const { minutes, dense } = stepAt(at);
    if (sum + dense * minutes >= price) return at + ((price - sum) / dense) * MINUTE_MS;
    sum += dense * minutes;
    at += minutes * MINUTE_MS;
  }
  return end;
}

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
  // The half-hours are counted on: one that is worked out from a sum of minutes may be the one before, for ever.
  let bin = binOf(now);
  let minutes = BIN_MINUTES - (minuteOfWeek(now) % BIN_MINUTES);
  return reached(price, now, longestMs, () => {
    const step = { minutes, dense: Math.sqrt(weight * intensityIn(profile, bin)) };
    bin = (bin + 1) % WEEK_BINS;
    minutes = BIN_MINUTES;
    return step;
  });
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
  return reached(price, now, longestMs, (at) => {
    const age = (at - startedAt) / MINUTE_MS;
    const minutes = Math.min(10, Math.max(2, age / 20));
    return { minutes, dense: Math.sqrt(weight * END_WORTH * hazard(age + minutes / 2)) };
  });
}
