import { lazy } from "../../core/lazy.ts";
import { endHazard } from "./ending.ts";
import { MAX_STARTS, NO_HISTORY, offShare, type Past } from "./history.ts";
import type { PopulationPrior, TargetObservations } from "./population-prior.ts";
import { profileOf, USUAL_STARTING, type StartPattern, intensityIn } from "./profile.ts";
import { type TypedHours, weighed } from "./typed-hours.ts";
import { BIN_MINUTES, binOf, MINUTE_MS, minuteOfWeek, WEEK_BINS, WEEK_MS } from "./week.ts";

/** What is known of a target when its next poll is scheduled. */
export interface SchedulePrediction extends TargetObservations {
  /** Since when it is on, epoch ms; null while it is off. */
  startedAt: number | null;
}

/** The stored form: when it was learned (epoch ms), the profile in base64, numbers rounded. */
export type StoredPrediction = [
  learnedAt: number,
  profile: string,
  startedAt: number | null,
  stays: number,
  mean: number,
  spread: number,
  starts: number,
  offWeeks: number,
  hoursEvidence?: number,
];

/** The prediction for a target without observations. */
export const noPrediction = lazy((): SchedulePrediction => predictionOf(NO_HISTORY, 0, 0));

/**
 * Learns a prediction from a history. `since` is when watching began, `all` how all targets start. Instants are epoch
 * ms.
 */
export function predictionOf(
  history: Past,
  since: number,
  now: number,
  all: StartPattern = USUAL_STARTING,
  typed: TypedHours | null = null,
): SchedulePrediction {
  const { starts, lengths, startedAt } = history;
  // Starts that were dropped reduce the weeks that count.
  const from = starts.length < MAX_STARTS ? since : starts[0]!;
  const offWeeks = (Math.max(0, now - from) / WEEK_MS) * offShare(history, since, now);
  const rest = { lengths, startedAt, starts: starts.length, offWeeks };
  if (typed === null || typed.windows.length === 0) return { profile: profileOf(history, since, now, all), ...rest };
  const seen = starts.filter((at) => at >= now - typed.weeks * WEEK_MS);
  const { evidence, assumed } = weighed(typed, seen.map(minuteOfWeek), all.rate, all.trust);
  return { profile: profileOf(history, since, now, all, assumed), ...rest, hoursEvidence: evidence };
}

export function storedPrediction(
  { profile, lengths, startedAt, starts, offWeeks, hoursEvidence }: SchedulePrediction,
  learnedAt: number,
): StoredPrediction {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  const stored: StoredPrediction = [
    learnedAt,
    btoa(String.fromCharCode(...profile)),
    startedAt,
    lengths.count,
    rounded(lengths.mean),
    rounded(lengths.spread),
    starts,
    rounded(offWeeks),
  ];
  if (hoursEvidence !== undefined) stored.push(rounded(hoursEvidence));
  return stored;
}

export function openedPrediction(stored: StoredPrediction): SchedulePrediction {
  const [, text, startedAt, count, mean, spread, starts, offWeeks, hoursEvidence] = stored;
  const bytes = atob(text);
  const profile = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) profile[i] = bytes.charCodeAt(i);
  const evidence = hoursEvidence === undefined ? {} : { hoursEvidence };
  return { profile, lengths: { count, mean, spread }, startedAt, starts, offWeeks, ...evidence };
}

/** What determines the next poll besides the prediction. `price` is the poll threshold. */
export interface Terms {
  pool: PopulationPrior;
  weight: number;
  price: number;
  /** The shortest and longest wait, milliseconds. */
  shortestMs: number;
  longestMs: number;
}

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

/** When a target is worth its next poll after one at `now`, assuming that it found no change. Epoch ms. */
export function nextPoll({ profile, lengths, startedAt }: SchedulePrediction, now: number, terms: Terms): number {
  const { pool: prior, weight, price, shortestMs, longestMs } = terms;
  const at =
    startedAt === null
      ? nextPollOff(profile, weight, price, now, longestMs)
      : nextPollOn(endHazard(lengths, prior.lengths), startedAt, weight, price, now, longestMs);
  return Math.min(now + longestMs, Math.max(now + shortestMs, Math.round(at)));
}
