import { createWriteStream } from "node:fs";
import { arrived, NO_HISTORY, went, type Past } from "../../src/engine/prediction/history.ts";
import {
  priorOf,
  USUAL,
  type PopulationPrior,
  firstPrice,
  priceAfter,
  type Polled,
} from "../../src/engine/prediction/population-prior.ts";
import { predictionOf, nextPoll, type SchedulePrediction } from "../../src/engine/prediction/schedule-prediction.ts";
import { MINUTE_MS } from "../../src/engine/prediction/week.ts";
import type { Bench, Options, Row } from "../bench.ts";
import { historiesOf, randomOf, shuffled, WEEKS, type History } from "./histories.ts";
import { replay, uniform, type Found, sessionsOf, type Policy } from "./replay.ts";

/** Creators a call a minute, where a start is found after ten minutes in turn. */
const N_OVER_B = 20;

const RESAMPLED = 400;

const mean = (all: number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);

function quantile(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Delays of starts in some weeks, minutes. */
const delays = ({ delays: all }: Found, from: number, to: number): number[] =>
  all.flatMap(([week, minutes]) => (week >= from && week < to ? minutes : []));

const ratio = (even: Found, prediction: Found, from: number, to: number): number =>
  mean(delays(even, from, to)) / mean(delays(prediction, from, to));

/** How far the ratio may be off, by other streamers out of the same: the middle nine tenths. */
function spreadOf(even: Found, prediction: Found, seed: number): string {
  const random = randomOf(seed);
  const sums = (found: Found) => Map.groupBy(found.delays, ([, , streamer]) => streamer);
  const [evens, predictions] = [sums(even), sums(prediction)];
  const streamers = [...evens.keys()];
  const ratios = Array.from({ length: RESAMPLED }, () => {
    const drawn = streamers.map(() => streamers[Math.floor(random() * streamers.length)]!);
    const of = (all: typeof evens) => mean(drawn.flatMap((one) => (all.get(one) ?? []).map(([, minutes]) => minutes)));
    return of(evens) / of(predictions);
  });
  return `${quantile(ratios, 0.05).toFixed(2)} - ${quantile(ratios, 0.95).toFixed(2)}`;
}

/** Each poll of one history a streamer, as `minute,id`. */
function logTo(file: string, histories: History[]): (minute: number, target: number) => void {
  const stream = createWriteStream(file);
  const first = new Map<string, number>();
  histories.forEach(({ streamer }, place) => first.has(streamer) || first.set(streamer, place));
  const displayed = new Map([...first].map(([streamer, place]) => [place, streamer]));
  return (minute, target) => {
    const streamer = displayed.get(target);
    if (streamer !== undefined) stream.write(`${minute},${streamer}\n`);
  };
}

/** Monday 4 January 2021, 00:00 UTC: weeks begin with a Monday. */
const EPOCH = Date.UTC(2021, 0, 4);
const instant = (minute: number): number => EPOCH + minute * MINUTE_MS;

interface Learned {
  past: Past;
  habit: SchedulePrediction;
  builtAt: number;
  last: number;
  lastOff: number;
  lastOn: number;
  on: boolean;
  due: number;
  atLongest: boolean;
}

/** Before whoever has not waited the longest. */
const FIRST = 1e9;

const DAY = 1440;
/** As often as the engine does. */
const POOLED_EVERY = 360;

/** By habit: the core's own functions. */
function adaptive(targets: number, calls: number): Policy & { price: () => number } {
  const share = targets / calls;
  const longest = Math.max(2, 3 * share);
  let price = firstPrice(share);
  let prior: PopulationPrior = USUAL;
  let pooledAt = 0;
  const fresh = predictionOf(NO_HISTORY, EPOCH, EPOCH);
  const known: Learned[] = Array.from({ length: targets }, () => ({
    past: NO_HISTORY,
    habit: fresh,
    builtAt: 0,
    last: -1,
    lastOff: -1,
    lastOn: -1,
    on: false,
    due: 0,
    atLongest: false,
  }));
  const rebuild = (one: Learned, minute: number) => {
    one.habit = predictionOf(one.past, EPOCH, instant(minute), prior);
    one.builtAt = minute;
  };
  const pooled = (minute: number) => {
    if (minute - pooledAt < POOLED_EVERY) return;
    pooledAt = minute;
    prior = priorOf(known.map(({ habit: prediction }) => prediction));
  };
  const learn = (one: Learned, minute: number, on: boolean) => {
    const before = on ? one.lastOff : one.lastOn;
    if (before >= 0 && one.on !== on) {
      one.past = (on ? arrived : went)(one.past, instant((before + minute) / 2));
      rebuild(one, minute);
    }
    one.on = on;
    if (on) one.lastOn = minute;
    else one.lastOff = minute;
    if (minute - one.builtAt > DAY) rebuild(one, minute);
  };
  // As the engine orders them: by the share of the planned wait that is over (core/scarcity).
  const rankAt = ({ last, due }: Learned, minute: number): number => {
    const waited = minute - last;
    if (last < 0 || waited >= longest) return FIRST + waited;
    return waited / Math.max(1, due - last);
  };
  const firstAt = (minute: number, max: number): number[] => {
    const ranks = known.map((one) => rankAt(one, minute));
    return [...ranks.keys()].sort((a, b) => ranks[b]! - ranks[a]!).slice(0, max);
  };
  return {
    longest,
    price: () => price,
    choose(minute, max) {
      pooled(minute);
      const chosen = firstAt(minute, max);
      const polled = chosen.flatMap((id): Polled[] => {
        const { last, due, atLongest } = known[id]!;
        return last < 0 ? [] : [{ last: instant(last), planned: instant(due), atLongest }];
      });
      price = priceAfter(price, polled, instant(minute), calls, targets);
      return chosen;
    },
    saw(id, minute, on) {
      const one = known[id]!;
      learn(one, minute, on);
      one.last = minute;
      const now = instant(minute);
      const longestMs = longest * MINUTE_MS;
      const at = nextPoll(one.habit, now, { pool: prior, weight: 1, price, shortestMs: MINUTE_MS, longestMs });
      one.due = (at - EPOCH) / MINUTE_MS;
      one.atLongest = at >= now + longestMs;
    },
  };
}

async function run({ traces, seed = 1, log }: Options): Promise<Row[]> {
  const sessions = await sessionsOf(traces, seed);
  const histories = shuffled(historiesOf({ sessions }, seed, null), seed);
  const calls = histories.length / N_OVER_B;
  const even = replay(histories, calls, uniform(histories.length, calls));
  const prediction = replay(
    histories,
    calls,
    adaptive(histories.length, calls),
    log === undefined ? undefined : logTo(log, histories),
  );
  const row = (what: string, from: number, to: number): Row => ({
    what,
    "in turn, mean min": mean(delays(even, from, to)).toFixed(2),
    "by habit, mean min": mean(delays(prediction, from, to)).toFixed(2),
    "times sooner": ratio(even, prediction, from, to).toFixed(2),
    "in turn, p95": quantile(delays(even, from, to), 0.95),
    "by habit, p95": quantile(delays(prediction, from, to), 0.95),
  });
  const share = ({ missed, long }: Found): number => missed / Math.max(1, long);
  return [
    ...Array.from({ length: WEEKS }, (_, week) => row(`week ${week + 1}`, week, week + 1)),
    row("weeks 7 and 8", 6, 8),
    row("weeks 1 to 8", 0, 8),
    {
      what: "ends",
      "in turn, mean min": mean(even.ends).toFixed(2),
      "by habit, mean min": mean(prediction.ends).toFixed(2),
    },
    {
      what: "polling",
      nOverB: N_OVER_B,
      histories: histories.length,
      ratioWeeks7to8: round(ratio(even, prediction, 6, 8)),
      ratioWeeks1to8: round(ratio(even, prediction, 0, 8)),
      spread: spreadOf(even, prediction, seed),
      p95Minutes: quantile(delays(prediction, 0, 8), 0.95),
      p95UniformMinutes: quantile(delays(even, 0, 8), 0.95),
      missedDelta: round((share(prediction) - share(even)) * 100),
      budgetUsed: round(prediction.polls / prediction.calls),
      maxLateTicks: Math.ceil(prediction.mostLate),
    },
  ];
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** How much sooner starts are found by habit than in turn, over recorded broadcasts or made ones. */
export const polling: Bench = { name: "polling", run };
