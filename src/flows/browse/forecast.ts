import { clockOf } from "../../core/habit/learned-zone.ts";
import { expectedStarts, usualHours, type Expected } from "../../core/habit/usual.ts";
import type { Past } from "../../core/habit/past.ts";
import { DAY_MS } from "../../core/duration.ts";

/** One whose starts are expected, since when it is watched (epoch ms), and the time zone that it or its list has. */
export interface Regular {
  id: string;
  name: string;
  past: Past;
  since: number;
  timezone: string | null;
}

/** A start that is expected, with whose, and how long it will be. */
export interface Forecast extends Expected {
  targetId: string;
  name: string;
  minutes: number;
}

export interface ForecastDeps {
  /** Targets whose starts are expected, of a watchlist the soonest, or of all: `most` at the most. */
  regulars(watchlistId: string | null, max: number): Promise<Regular[]>;
}

const DAYS = 14;
/** As many targets are read, and as many starts are said. */
const MAX_TARGETS = 400;
const MAX_STARTS = 1000;
/** How long a broadcast is taken to be of which no end was seen. */
const USUAL_MINUTES = 120;
const LONGEST_MINUTES = 720;

/** The starts that usual hours lead one to expect within two weeks of `now` (epoch ms), soonest first. */
export async function forecast(watchlistId: string | null, now: number, deps: ForecastDeps): Promise<Forecast[]> {
  const regulars = await deps.regulars(watchlistId, MAX_TARGETS);
  return regulars
    .flatMap(({ id, name, past: history, since, timezone }) => {
      const minutes = minutesOf(history);
      const { clock } = clockOf(timezone, history);
      const expected = expectedStarts(
        { hours: usualHours(history, since, now, clock), clock },
        history,
        now,
        now + DAYS * DAY_MS,
      );
      return expected.map((one): Forecast => ({ ...one, targetId: id, name, minutes }));
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_STARTS);
}

/** How long its broadcasts usually are, in steps of five minutes. */
const minutesOf = ({ lengths: { count, mean } }: Past): number =>
  count === 0 ? USUAL_MINUTES : Math.min(LONGEST_MINUTES, Math.max(5, Math.round(Math.exp(mean) / 5) * 5));
