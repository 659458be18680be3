import { clockOf } from "../../src/engine/prediction/learned-zone.ts";
import { arrived, NO_HISTORY, went, type Past } from "../../src/engine/prediction/history.ts";
import {
  expectedStarts,
  nextExpected,
  OVER_MS,
  usualHours,
  type Expected,
  type NextExpected,
} from "../../src/engine/prediction/usual-hours.ts";
import { MINUTE_MS, WEEK_MS } from "../../src/engine/prediction/week.ts";
import { slotOf } from "../../src/engine/poll/slot.ts";
import type { FixedHours, Span } from "./fixed-hours.ts";
import { WATCHED_LIVE } from "./watched-live.ts";

const OFF = { verdict: "off", session: null };

/** The results of polls every minute. Instants are epoch ms. */
export interface Watched {
  /** The expected times of `live.no_show` events. */
  noShows: number[];
  /** The number of slots without a decision. */
  undecided: number;
  /** The expected starts within a week of an instant, and the number of starts seen until then. */
  outlooks: { at: number; expected: Expected[]; seen: number; zone: string }[];
}

/** Watches a creator within a span, by the minute where something happens. Expectations are read each `everyMs`. */
export function watchHours(one: FixedHours, span: Span, timezone: string | null, everyMs: number): Watched {
  const watched: Watched = { noShows: [], undecided: 0, outlooks: [] };
  const streams = one.visits.flatMap(({ stream }) => stream ?? []);
  const pauses = [...one.pauses];
  let history: Past = NO_HISTORY;
  let next: NextExpected | null = null;
  let [onAir, changedAt, steadySince, lastAt] = [false, span.from, span.from, span.from];
  let [place, requested, seen] = [0, span.from + everyMs, 0];
  const learn = (now: number) => (next = nextExpected(history, span.from, now, clockOf(timezone, history)));
  const turn = (isOn: boolean, before: number, now: number) => {
    const at = (before + now) / 2;
    history = isOn ? arrived(history, at, now - before) : went(history, at);
    if (isOn) seen += 1;
    [onAir, changedAt] = [isOn, now];
    learn(now);
  };
  const isLive = (now: number): boolean =>
    streams.slice(Math.max(0, place - 2), place + 1).some(({ from, to }) => from <= now && now < to);
  const decide = (now: number) => {
    if (next === null || now < next.at + OVER_MS || onAir) return;
    const target = {
      ...WATCHED_LIVE,
      onAir,
      lastOkAt: changedAt,
      expectedAt: next.at,
      expectedConfidence: next.confidence,
    };
    const slot = slotOf(target, OFF, { lastOkAt: lastAt, steadySince }, now);
    if (!slot.over) return;
    if (slot.missed.length > 0) watched.noShows.push(next.at);
    else watched.undecided += 1;
    learn(now);
  };
  const poll = (now: number, before: number) => {
    const live = isLive(now);
    lastAt = before;
    if (live !== onAir) turn(live, before, now);
    else decide(now);
  };
  for (let now = span.from; now < span.to;) {
    while (place < streams.length && streams[place]!.to <= now) place += 1;
    const stream = streams[place];
    const [pause] = pauses;
    const due = next === null || onAir ? Infinity : Math.max(now + MINUTE_MS, (next as NextExpected).at + OVER_MS);
    const live = isLive(now);
    const turns = live !== onAir ? now : ((live ? stream?.to : stream?.from) ?? Infinity);
    const then = Math.min(due, turns + MINUTE_MS, requested, pause?.from ?? Infinity, span.to);
    if (then === pause?.from) {
      pauses.shift();
      now = pause.to;
      while (place < streams.length && streams[place]!.to <= now) place += 1;
      steadySince = now;
      poll(now, pause.from);
      requested = Math.max(requested, now + MINUTE_MS);
      continue;
    }
    now = then;
    if (now === requested) {
      const { clock } = clockOf(timezone, history);
      const hours = usualHours(history, span.from, now, clock);
      const expected = expectedStarts({ hours, clock }, history, now, now + WEEK_MS);
      watched.outlooks.push({ at: now, expected, seen, zone: clock.timezone });
      requested += everyMs;
    } else {
      while (place < streams.length && streams[place]!.to <= now) place += 1;
      poll(now, now - MINUTE_MS);
    }
  }
  return watched;
}
