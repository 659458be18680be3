import { isObject, type Json } from "../../core/json.ts";
import { beforeOf, marksOf } from "../period.ts";
import { type Frame, type HistoryEvent, onceAFrame, type Past } from "../section.ts";
import { displayedName, distinguishingOf } from "../distinguish.ts";
import { seenOf } from "../watched.ts";
import type { LeagueMove, PlacePoint, RankingMeasure, Standing } from "./data.ts";
import { sharesOf, usualOf } from "./usual-change.ts";
import { type Final, finalsOf, type KnownRanking, numberOf, placesOf } from "./places.ts";

/** The instants of the required places. */
export const gridOf = onceAFrame(marksOf);

const MAX_TITLE = 60;
const SERIES = "place:";

const MAX_POINTS = 13;

type Climbed = Pick<Standing, "climb" | "points">;

/** The climb in a ranking that did not close: from the first known place in the period to the place at its end. */
function runningClimb(places: (number | null)[], grid: number[]): Climbed {
  const first = places.findIndex((place) => place !== null);
  const [before, after] = [places[first], places.at(-1)];
  const none = before == null || after == null || first === places.length - 1;
  return {
    climb: none ? null : { before, after },
    points: grid.map((at, index): PlacePoint => [at, places[index] ?? null]),
  };
}

/**
 * The climb in a ranking that closed within the period. Everyone started over then, so final places are compared: the
 * last one with the last one before the period, or, if that is unknown, with the first one in it. Null if the last
 * closing was without the creator.
 */
function finalsClimb(finals: Final[], final: number | null, { from, to }: Frame): Climbed {
  const within = finals.filter(({ at }) => at > from && at <= to);
  const earlier = finals.findLast(({ at }) => at <= from);
  const compared = earlier === undefined ? within : [{ ...earlier, at: from }, ...within];
  return {
    climb: final === null || compared.length < 2 ? null : { before: compared[0]!.place, after: final },
    points: thinned(compared).map(({ at, place }) => [at, place]),
  };
}

/** Thins evenly, keeping the first and the last. */
function thinned(finals: Final[]): Final[] {
  if (finals.length <= MAX_POINTS) return finals;
  const step = (finals.length - 1) / (MAX_POINTS - 1);
  return Array.from({ length: MAX_POINTS }, (_, index) => finals[Math.round(index * step)]!);
}

/** Measures the places of one creator. Events count in the period in which they were detected. */
export function measureRanking(history: Past, frame: Frame): RankingMeasure {
  const { id } = history.target;
  const name = displayedName(history.target.name) ?? id;
  const grid = gridOf(frame);
  const events = history.events.toSorted((a, b) => a.detectedAt - b.detectedAt);
  const rows = snapshotRows(history);
  const eventsByKey = Map.groupBy(events, ({ data }) => keyOf(data));
  const keys = new Set([...eventsByKey.keys(), ...rows.keys(), ...namesIn(history)]);
  keys.delete(null);
  const standings = Array.from(keys as Set<string>)
    .sort()
    .flatMap((key): Standing[] => {
      const row = rows.get(key);
      const known: KnownRanking = {
        events: eventsByKey.get(key) ?? [],
        values: history.series[SERIES + key] ?? grid.map(() => null),
        now: history.snapshot === null ? null : { onRank: row?.["onRank"] === true, place: numberOf(row?.["place"]) },
      };
      const finals = finalsOf(known.events);
      const within = known.events.filter((event) => isIn(event, frame));
      const closings = within.filter(({ type }) => type === "ranking.period_closed");
      const final = finalsOf(closings.slice(-1))[0]?.place ?? null;
      // If periods closed without the creator, no places are reported: earlier samples may be outdated.
      const places = closings.length > 0 ? [] : placesOf(known, grid, history.target.createdAt);
      const best = bestOf(places, within, frame.from);
      if (best === null && closings.length === 0) return [];
      const { climb, points } = closings.length === 0 ? runningClimb(places, grid) : finalsClimb(finals, final, frame);
      const title = displayedName(titleOf(known.events) ?? row?.["title"], MAX_TITLE) ?? `Ranking ${key}`;
      // A change is compared with all known places except the last.
      const usual = usualOf(closings.length === 0 ? places : finals.slice(0, -1).map(({ place }) => place));
      const shares = sharesOf(finals, frame, beforeOf(frame), history.target.createdAt);
      return [{ id: `${id}/${key}`, name, title, climb, best, closed: closings.length, final, points, usual, shares }];
    });
  const within = events.filter((event) => isIn(event, frame));
  const count = (type: string): number => within.filter((event) => event.type === type).length;
  const league = leagueOf(within);
  return {
    ...seenOf(history),
    name,
    told: distinguishingOf(history.target),
    standings,
    league: league === null ? null : { id, name, ...league },
    entered: count("ranking.entered"),
    left: count("ranking.left"),
  };
}

const isIn = ({ detectedAt }: HistoryEvent, { from, to }: Frame): boolean => detectedAt > from && detectedAt <= to;

function keyOf({ groupType, rankType }: HistoryEvent["data"]): string | null {
  return typeof groupType === "number" && typeof rankType === "number" ? `${groupType}.${rankType}` : null;
}

const namesIn = ({ series }: Past): string[] =>
  Object.keys(series).flatMap((name) => (name.startsWith(SERIES) ? name.slice(SERIES.length) : []));

function snapshotRows({ snapshot }: Past): Map<string | null, HistoryEvent["data"]> {
  const rows = snapshot?.["rankings"];
  return new Map(Array.isArray(rows) ? rows.filter(isObject).map((row) => [keyOf(row), row]) : []);
}

const titleOf = (events: HistoryEvent[]): Json | undefined =>
  events.findLast(({ data }) => typeof data["title"] === "string" && data["title"] !== "")?.data["title"];

/**
 * The best place in the period: from the grid, from an event (one who leaves had the place before), or from a ranking's
 * period that lies within it. Those are all closed ones except the first, which may have started before.
 */
function bestOf(places: (number | null)[], within: HistoryEvent[], from: number): number | null {
  const seen = places.filter((place) => place !== null);
  let closings = 0;
  for (const { type, occurredAt, data } of within) {
    const place = numberOf(data["place"]);
    if (type === "ranking.entered" || type === "ranking.moved") seen.push(place ?? Infinity);
    if (type === "ranking.left") seen.push(numberOf(data["before"]) ?? Infinity);
    if (type !== "ranking.period_closed") continue;
    // The last place before a reset was seen before it.
    if (data["onRank"] !== false && occurredAt > from) seen.push(place ?? Infinity);
    if (closings++ > 0) seen.push(numberOf(data["bestPlace"]) ?? Infinity);
  }
  const best = seen.reduce((least, place) => Math.min(least, place), Infinity);
  return best === Infinity ? null : best;
}

/** From the league before the first change to the one after the last. */
function leagueOf(within: HistoryEvent[]): Pick<LeagueMove, "before" | "after" | "up"> | null {
  const changes = within.filter(({ type }) => type === "ranking.league_changed");
  const [first, last] = [changes[0]?.data, changes.at(-1)?.data];
  const [before, after] = [displayedName(first?.["before"], MAX_TITLE), displayedName(last?.["after"], MAX_TITLE)];
  if (before === null || after === null || before === after) return null;
  const [from, to] = [numberOf(first?.["beforeClass"]), numberOf(last?.["afterClass"])];
  return { before, after, up: from === null || to === null ? last?.["direction"] === "up" : to > from };
}
