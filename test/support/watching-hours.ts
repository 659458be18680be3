import type { WatchedTarget } from "../../src/engine/poll/batch.ts";
import { clockOfZone } from "../../src/engine/prediction/clock.ts";
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
import type { Random } from "../fuzz/random.ts";

const OFF = { verdict: "off", since: 0, knownAt: null, room: null, session: null, flip: null, baseline: false };

/** The results of polls every minute. Instants are epoch ms. */
export interface Watched {
  /** The expected times of `live.no_show` events. */
  noShows: number[];
  /** The number of slots without a decision. */
  undecided: number;
  /** The expected starts within a week of an instant, and the number of starts seen until then. */
  outlooks: { at: number; expected: Expected[]; seen: number; zone: string }[];
}

/** A live target whose state is unknown. */
export const WATCHED_LIVE: WatchedTarget = {
  id: "tgt_1",
  kind: "live",
  name: "Maria",
  watchlistId: "wl_default",
  params: { userId: "7012" },
  settings: {},
  announceInitial: false,
  intervalSeconds: 60,
  sheetId: 1,
  revision: 0,
  judgedAt: null,
  state: null,
  consecutiveFaults: 0,
  lastOkAt: null,
  onAir: false,
  unknownSince: null,
  expectedAt: null,
  expectedConfidence: null,
};

/** A span, epoch ms. */
interface Span {
  from: number;
  to: number;
}

/** A creator who goes live at the same local hours all year. Instants are epoch ms. */
export interface FixedHours {
  timezone: string;
  /** Minutes since Monday 00:00, local time. */
  slots: number[];
  /** Its expected starts, ascending, and the stream; null if it stayed away. */
  visits: { at: number; stream: Span | null }[];
  /** Spans without polls, ascending. */
  pauses: Span[];
}

const DAY_MINUTES = 1440;
const JITTER_MINUTES = 10;
const STAYS_AWAY = 0.02;

/** A creator at any hour, mostly in the evening, watched within `span`. About every third is paused now and then. */
export function fixedHours(timezone: string, span: Span, random: Random): FixedHours {
  const between = (least: number, max: number) => random.int(least, max);
  const count = between(1, 6);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, by: random.next() })).sort((a, b) => a.by - b.by);
  const minute = random.next() < 0.7 ? between(16 * 12, 23 * 12) * 5 : between(0, 287) * 5;
  // Hours may differ between days, and are never twice within two hours.
  const slots = days.slice(0, count).map(({ day }) => {
    const later = random.next() < 0.3 ? between(-3, 3) * 60 : 0;
    return (day * DAY_MINUTES + minute + later + 7 * DAY_MINUTES) % (7 * DAY_MINUTES);
  });
  const clock = clockOfZone(timezone);
  const monday =
    Math.floor((span.from - 4 * DAY_MINUTES * MINUTE_MS) / WEEK_MS) * WEEK_MS + 4 * DAY_MINUTES * MINUTE_MS;
  const visits: FixedHours["visits"] = [];
  for (let week = monday; week < span.to + WEEK_MS; week += WEEK_MS)
    for (const slot of slots) {
      const at = clock.instantOf(week + slot * MINUTE_MS);
      if (at < span.from || at >= span.to) continue;
      const from = at + Math.round((random.next() * 2 - 1) * JITTER_MINUTES * MINUTE_MS);
      const to = from + between(30, 150) * MINUTE_MS;
      visits.push({ at, stream: random.next() < STAYS_AWAY ? null : { from, to } });
    }
  visits.sort((a, b) => a.at - b.at);
  return { timezone, slots, visits, pauses: random.next() < 0.35 ? pausesIn(visits, between) : [] };
}

/** A pause from before a slot until after it, for some hours or up to two weeks. */
function pausesIn(visits: FixedHours["visits"], between: (least: number, max: number) => number): Span[] {
  const pauses: Span[] = [];
  for (let place = between(5, 20); place < visits.length; place += between(10, 40)) {
    const { at } = visits[place]!;
    const from = at - between(20, 300) * MINUTE_MS;
    const to = at + (between(0, 3) === 0 ? between(1, 14) * DAY_MINUTES : between(-15, 300)) * MINUTE_MS;
    if (from > (pauses.at(-1)?.to ?? 0)) pauses.push({ from, to });
  }
  return pauses;
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
