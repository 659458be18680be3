import { firstPrice, priceAfter, type Polled } from "../../src/engine/prediction/poll-threshold.ts";
import { predictionOf, nextPoll, type SchedulePrediction } from "../../src/engine/prediction/schedule-prediction.ts";
import { arrived, NO_HISTORY, went, type Past } from "../../src/engine/prediction/history.ts";
import { priorOf, USUAL, type PopulationPrior } from "../../src/engine/prediction/population-prior.ts";
import { MINUTE_MS } from "../../src/engine/prediction/week.ts";
import type { Policy } from "./replay.ts";

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
export function adaptive(targets: number, calls: number): Policy & { price: () => number } {
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
