import { clockOf } from "./learned-zone.ts";
import { expectedStarts, usualHours, type Expected } from "./usual-hours.ts";
import { knownSince, type Past } from "./history.ts";
import { DAY_MS } from "../../core/duration.ts";

/** A target with expected starts, since when it is watched (epoch ms), and the time zone of it or its watchlist. */
export interface Regular {
  id: string;
  name: string;
  past: Past;
  since: number;
  timezone: string | null;
}

/** An expected start with its target and usual duration. */
export interface Forecast extends Expected {
  targetId: string;
  name: string;
  minutes: number;
}

export interface ForecastDeps {
  /** Targets with expected starts: of a watchlist, the soonest first, or of all; at most `max`. */
  regulars(watchlistId: string | null, max: number): Promise<Regular[]>;
}

const DAYS = 14;
/** The maximum number of targets to read and of starts to return. */
const MAX_TARGETS = 400;
const MAX_STARTS = 1000;
/** The assumed duration if no end was observed. */
const USUAL_MINUTES = 120;
const LONGEST_MINUTES = 720;

/** The expected starts within two weeks of `now` (epoch ms), soonest first. */
export async function forecast(watchlistId: string | null, now: number, deps: ForecastDeps): Promise<Forecast[]> {
  const regulars = await deps.regulars(watchlistId, MAX_TARGETS);
  return regulars
    .flatMap(({ id, name, past: history, since, timezone }) => {
      const minutes = minutesOf(history);
      const { clock } = clockOf(timezone, history);
      const expected = expectedStarts(
        { hours: usualHours(history, knownSince(history, since), now, clock), clock },
        history,
        now,
        now + DAYS * DAY_MS,
      );
      return expected.map((one): Forecast => ({ ...one, targetId: id, name, minutes }));
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_STARTS);
}

/** The usual duration of its streams, in steps of five minutes. */
const minutesOf = ({ lengths: { count, mean } }: Past): number =>
  count === 0 ? USUAL_MINUTES : Math.min(LONGEST_MINUTES, Math.max(5, Math.round(Math.exp(mean) / 5) * 5));
