import { endHazard, lengthened, NO_LENGTHS, USUAL_LENGTHS, type Lengths } from "../../src/core/habit/ending.ts";
import { nextPollOff, nextPollOn } from "../../src/core/habit/next-poll.ts";
import { firstPrice, priceAfter, type Polled } from "../../src/core/habit/price.ts";
import { profileOf, USUAL_RATE } from "../../src/core/habit/profile.ts";
import { MINUTE_MS } from "../../src/core/habit/week.ts";
import { Earliest } from "./earliest.ts";
import { WEEK } from "./histories.ts";
import type { Policy } from "./replay.ts";

/** Monday 4 January 2021, 00:00 UTC: weeks begin with a Monday. */
const EPOCH = Date.UTC(2021, 0, 4);
const instant = (minute: number): number => EPOCH + minute * MINUTE_MS;

interface Learned {
  profile: Uint8Array;
  builtAt: number;
  starts: number[];
  lengths: Lengths;
  offMinutes: number;
  onMinutes: number;
  last: number;
  lastOff: number;
  lastOn: number;
  startedAt: number | null;
  endedAt: number;
  due: number;
  atLongest: boolean;
}

const DAY = 1440;
/** A return within so many minutes is the same broadcast to whoever learns. */
const SAME = 8;

/** By habit: the core's own functions. */
export function adaptive(targets: number, calls: number): Policy & { price: () => number } {
  const share = targets / calls;
  const longest = Math.max(2, 3 * share);
  let price = firstPrice(share);
  const pooled = { starts: 0, offWeeks: 0 };
  const all = { lengths: NO_LENGTHS, sum: 0, squares: 0, count: 0 };
  const rate = () => (pooled.offWeeks > 10 ? pooled.starts / pooled.offWeeks : USUAL_RATE);
  const fresh = profileOf({ starts: [], since: EPOCH, offMinutes: 0, onMinutes: 0 }, EPOCH);
  const known: Learned[] = Array.from({ length: targets }, () => ({
    profile: fresh,
    builtAt: 0,
    starts: [],
    lengths: NO_LENGTHS,
    offMinutes: 0,
    onMinutes: 0,
    last: -1,
    lastOff: -1,
    lastOn: -1,
    startedAt: null,
    endedAt: -DAY,
    due: 0,
    atLongest: false,
  }));
  const heap = new Earliest(targets, (id) => known[id]!.due);
  const pooledLengths = () =>
    all.count < 20
      ? USUAL_LENGTHS
      : { mean: all.sum / all.count, variance: Math.max(0.05, all.squares / all.count - (all.sum / all.count) ** 2) };
  const rebuild = (one: Learned, minute: number) => {
    const { starts, offMinutes, onMinutes } = one;
    one.profile = profileOf({ starts, since: EPOCH, offMinutes, onMinutes }, instant(minute), rate());
    one.builtAt = minute;
  };
  return {
    longest,
    price: () => price,
    choose(minute, most) {
      const chosen: number[] = [];
      const polled: Polled[] = [];
      while (chosen.length < Math.min(most, targets)) {
        const id = heap.take();
        const one = known[id]!;
        chosen.push(id);
        if (one.last >= 0)
          polled.push({ last: instant(one.last), planned: instant(one.due), atLongest: one.atLongest });
      }
      price = priceAfter(price, polled, instant(minute), calls, targets);
      return chosen;
    },
    saw(id, minute, on) {
      const one = known[id]!;
      const since = one.last < 0 ? 0 : minute - one.last;
      if (on) {
        one.onMinutes += since;
        if (one.startedAt === null) {
          const start = one.lastOff < 0 ? minute : (one.lastOff + minute) / 2;
          if (start - one.endedAt > SAME || one.lastOff < 0) {
            if (one.lastOff >= 0) {
              one.starts.push(instant(start));
              if (one.starts.length > 60) one.starts.shift();
              pooled.starts += 1;
              rebuild(one, minute);
            }
            one.startedAt = start;
          } else one.startedAt = one.endedAt;
        }
        one.lastOn = minute;
      } else {
        one.offMinutes += since;
        pooled.offWeeks += since / WEEK;
        if (one.startedAt !== null) {
          const end = (one.lastOn + minute) / 2;
          const lasted = Math.max(1, end - one.startedAt);
          one.lengths = lengthened(one.lengths, lasted);
          const log = Math.log(lasted);
          all.sum += log;
          all.squares += log * log;
          all.count += 1;
          one.endedAt = end;
          one.startedAt = null;
        }
        one.lastOff = minute;
      }
      if (minute - one.builtAt > DAY) rebuild(one, minute);
      one.last = minute;
      const now = instant(minute);
      const longestMs = longest * MINUTE_MS;
      const at =
        one.startedAt === null
          ? nextPollOff(one.profile, 1, price, now, longestMs)
          : nextPollOn(endHazard(one.lengths, pooledLengths()), instant(one.startedAt), 1, price, now, longestMs);
      one.due = (at - EPOCH) / MINUTE_MS;
      one.atLongest = at >= now + longestMs;
      heap.put(id);
    },
  };
}
