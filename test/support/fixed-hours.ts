import type { Random } from "../fuzz/random.ts";
import { clockOfZone } from "../../src/engine/prediction/clock.ts";
import { MINUTE_MS, WEEK_MS } from "../../src/engine/prediction/week.ts";

/** A span, epoch ms. */
export interface Span {
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
