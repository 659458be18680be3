import { intensityIn } from "./profile.ts";
import { BIN_MINUTES, binOf, MINUTE_MS, minuteOfWeek, WEEK_BINS } from "./week.ts";

/** An end is worth less than a start: nobody waits for it. */
const END_WORTH = 0.02;

/** A period in which the density is constant. */
interface Step {
  minutes: number;
  /** The square root of weight × probability per minute. */
  dense: number;
}

/**
 * The instant (epoch ms) when the density of consecutive steps adds up to the poll threshold, at most `longestMs` from
 * now.
 */
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
 * When a target that is off is worth its next poll: once the density of starts since now, the square root of weight ×
 * intensity, adds up to the poll threshold (Sia, Cho and Cho 2007). At most `longestMs` from now; epoch ms.
 */
export function nextPollOff(
  profile: Uint8Array,
  weight: number,
  price: number,
  now: number,
  longestMs: number,
): number {
  // Half-hours are counted. An index computed from the sum of minutes could be the previous one for ever, by rounding.
  let bin = binOf(now);
  let minutes = BIN_MINUTES - (minuteOfWeek(now) % BIN_MINUTES);
  return reached(price, now, longestMs, () => {
    const step = { minutes, dense: Math.sqrt(weight * intensityIn(profile, bin)) };
    bin = (bin + 1) % WEEK_BINS;
    minutes = BIN_MINUTES;
    return step;
  });
}

/** The same for a target that is on since `startedAt`, with the probability of its end. */
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
