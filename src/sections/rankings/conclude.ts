import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { distinguished } from "../distinguish.ts";
import { byName, top } from "../fact.ts";
import { watchedOf } from "../watched.ts";
import { strengthOf } from "./usual-change.ts";
import type { LeagueMove, RankingMeasure, RankingsData, Standing } from "./data.ts";

type Mover = RankingsData["movers"][number];
type Placed = RankingsData["best"][number];

/** Who climbed and fell, the best places, and changes of league. */
export function concludeRankings(all: RankingMeasure[], frame: Frame): RankingsData {
  const measures = distinguished(all).map(renamed);
  const standings = measures.flatMap((one) => one.standings);
  const placed = standings.filter((one): one is Placed => one.best !== null);
  const moved = standings.filter((one): one is Mover => one.climb !== null && one.climb.before !== one.climb.after);
  const moves = measures.flatMap(({ league }) => league ?? []);
  const sum = (of: (one: RankingMeasure) => number): number => measures.reduce((total, one) => total + of(one), 0);
  const climbs = moved.filter((one) => climbed(one) > 0).length;
  const up = moves.filter((move) => move.up).length;
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    placed: placed.length,
    ranked: measures.filter((one) => one.standings.some(({ best }) => best !== null)).length,
    compared: standings.filter(({ climb }) => climb !== null).length,
    climbs,
    falls: moved.length - climbs,
    entered: sum(({ entered }) => entered),
    left: sum(({ left }) => left),
    closed: standings.reduce((total, { closed }) => total + closed, 0),
    topTen: standings.filter(({ final }) => final !== null && final <= 10).length,
    leagues: { up, down: moves.length - up, moves: top(moves, byUp) },
    movers: top(
      moved,
      (a, b) => Math.abs(climbed(b)) - Math.abs(climbed(a)) || climbed(b) - climbed(a) || inOrder(a, b),
    ),
    telling: top(
      standings.filter((one) => strengthOf(one) > 0),
      (a, b) => strengthOf(b) - strengthOf(a) || inOrder(a, b),
    ),
    best: top(placed, (a, b) => a.best - b.best || (a.final ?? Infinity) - (b.final ?? Infinity) || inOrder(a, b)),
  };
}

/** Renames the standings of a creator, and numbers rankings of the same title. */
function renamed(measure: RankingMeasure): RankingMeasure {
  const { name, league } = measure;
  const titled = measure.standings.map((one) => ({ name: one.title, told: one.id.slice(one.id.lastIndexOf("/") + 1) }));
  const titles = distinguished(titled);
  return {
    ...measure,
    league: league === null ? null : { ...league, name },
    standings: measure.standings.map((one, index) => ({ ...one, name, title: titles[index]!.name })),
  };
}

/** The number of places gained; negative for a fall. */
export const climbed = ({ climb }: Mover): number => climb.before - climb.after;

function inOrder(a: Standing, b: Standing): number {
  if (a.name === b.name && a.title !== b.title) return a.title < b.title ? -1 : 1;
  return byName(a, b);
}

const byUp = (a: LeagueMove, b: LeagueMove): number => Number(b.up) - Number(a.up) || byName(a, b);
