import { type Lines, MAX_ROWS } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import { barePercent, grouped } from "../../core/numbers-as-text.ts";
import { placeMoveText, placeText } from "../../core/places.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { displayedName } from "../distinguish.ts";
import { type Fact, strongest } from "../fact.ts";
import { beforeOf, spanText } from "../period.ts";
import type { DigestContext, Section } from "../section.ts";
import { noteOn } from "../watched.ts";
import { climbed, concludeRankings } from "./conclude.ts";
import type { RankingMeasure, RankingsData, Standing } from "./data.ts";
import { gridOf, measureRanking } from "./measure.ts";
import { strengthOf } from "./usual-change.ts";
import { inEach } from "../../languages/in-each.ts";
import { en } from "./words/en.ts";

/** The words of a digest about the live rankings, in each language. */
const rankingsWords = inEach("section-rankings", en);

const standing = ["groupType", "rankType", "title", "place"];

/** "Maria · Weekly" */
const standingText = ({ name, title }: Standing): string => `${name} · ${titleText(title)}`;

/** A ranking's title without the word "ranking". */
const titleText = (title: string): string => title.replace(/(?<=\S) ranking$/i, "");

type Mover = RankingsData["movers"][number];

/** "▲31", "▼2" */
const arrowText = (language: Language, places: number): string =>
  `${places > 0 ? "▲" : "▼"}${grouped(language, Math.abs(places))}`;

/** The climb that the sentence tells too: the most unusual one, else the one over most places. */
function topClimb({ telling, movers }: Pick<RankingsData, "telling" | "movers">): Mover | undefined {
  const isClimb = (one: Standing): one is Mover =>
    one.shares == null && one.climb !== null && one.climb.after < one.climb.before;
  return [...telling, ...movers].find(isClimb);
}

/** The top climb, climbs and falls, the best place, leagues, closed periods. */
function rankingFigures(data: RankingsData, { language }: DigestContext): Figure[] {
  const words = rankingsWords[language];
  const { watched, climbs, falls, leagues, closed, topTen } = data;
  if (watched.targets === 0) return [];
  const climb = topClimb(data);
  const [best] = data.best;
  const figures: (Figure | null)[] = [
    climb === undefined
      ? null
      : {
          label: words.topClimb,
          value: arrowText(language, climbed(climb)),
          detail: `${standingText(climb)}: ${placeMoveText(language, climb.climb.before, climb.climb.after)}`,
        },
    best === undefined || (climb?.id === best.id && endsBest(climb))
      ? null
      : { label: words.bestPlace, value: placeText(language, best.best), detail: standingText(best) },
    { label: words.climbed, value: grouped(language, climbs), detail: words.fell(grouped(language, falls)) },
    leagues.up + leagues.down === 0
      ? null
      : {
          label: words.leagues,
          value: words.up(grouped(language, leagues.up)),
          detail: words.down(grouped(language, leagues.down)),
        },
    closed === 0
      ? null
      : {
          label: words.closed,
          value: grouped(language, closed),
          detail: words.inTopTen(grouped(language, topTen)),
        },
  ];
  return figures.filter((figure) => figure !== null);
}

/**
 * Who moved most, other good places, and changes of league; no place is shown twice. Sparklines of places point down:
 * the first place is on top.
 */
function rankingTables(
  { movers, climbs, falls, best, placed, leagues }: RankingsData,
  { language }: DigestContext,
): ReportTable[] {
  const words = rankingsWords[language];
  const mentioned = new Set(movers.filter(endsBest).map(({ id }) => id));
  const rest = best.filter(({ id }) => !mentioned.has(id));
  const moved = new Map(movers.map(({ id, climb }) => [id, climb.after]));
  const tables: ReportTable[] = [
    {
      title: words.movers,
      rows: movers.map((one) => ({
        label: standingText(one),
        value: placeMoveText(language, one.climb.before, one.climb.after),
        change: { text: arrowText(language, climbed(one)), tone: climbed(one) > 0 ? "up" : "down" },
        spark: sparkOf(one),
      })),
      more: climbs + falls - movers.length,
    },
    {
      title: rest.length === best.length ? words.best : words.others,
      rows: rest.map((one) => ({
        label: standingText(one),
        // The closing place may already be shown as the end of a climb or fall.
        value: closeText(moved.get(one.id) === one.final ? { ...one, final: null } : one, language),
        change: null,
        spark: sparkOf(one),
      })),
      more: placed - best.length,
    },
    {
      title: words.leagues,
      rows: leagues.moves.map(({ name, before, after, up }) => ({
        label: name,
        value: `${before} → ${after}`,
        change: { text: up ? "▲" : "▼", tone: up ? "up" : "down" },
        spark: null,
      })),
      more: leagues.up + leagues.down - leagues.moves.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Reports whether the best place is at either end of the climb or fall. */
const endsBest = ({ climb, best }: RankingsData["movers"][number]): boolean =>
  best === climb.after || best === climb.before;

/** The best place, and the final one of the ranking's last period. */
function closeText({ best, final }: RankingsData["best"][number], language: Language): string {
  const { atClose, closedAt } = rankingsWords[language];
  const place = placeText(language, best);
  if (final === null) return place;
  return final === best ? atClose(place) : closedAt(place, placeText(language, final));
}

const sparkOf = ({ points }: Standing): (number | null)[] =>
  points.map(([, place]) => (place === null ? null : -place));

/** Says if no one had a place, or no one moved. */
function rankingNote(data: RankingsData, { language }: DigestContext): string | null {
  const words = rankingsWords[language];
  const { watched, period, placed, compared, climbs, falls, left } = data;
  const unmoved = compared + left === 0 ? words.tooEarly : words.unmoved;
  const nothing = placed === 0 ? words.nobody : climbs + falls === 0 ? unmoved : null;
  return noteOn(language, watched, period, words, nothing);
}

/** The places of those who moved most, then of those with the best places. */
export function rankingChart(data: RankingsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = rankingsWords[language];
  const textOf = endOf(language);
  const all = new Map<string, Standing>([...data.movers, ...data.best].map((one) => [one.id, one]));
  const drawn = [...all.values()].filter(({ points }) => points.some(([, place]) => place !== null)).slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const lines = drawn.map((one) => ({ label: standingText(one), text: textOf(one), points: one.points }));
  const moved = data.movers.length > 0;
  const legend = drawn.map((one) => `${cut(standingText(one), 80)} ${textOf(one)}`).join("; ");
  return {
    form: "lines",
    title: moved ? words.chartMoved : words.chartBest,
    subtitle: words.subtitle(spanText(telling)),
    alt: cut(words.alt(spanText(telling), legend), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "place",
    lines,
  };
}

const endOf =
  (language: Language) =>
  (one: Standing): string => {
    const last = one.points.findLast(([, place]) => place !== null)?.[1];
    const { climb } = one;
    if (climb === null || climb.before === climb.after) return last == null ? "" : placeText(language, last);
    return `${placeText(language, climb.after)} (${arrowText(language, climbed({ ...one, climb }))})`;
  };

/**
 * Whose climb or fall exceeds the usual variation most, in doublings (from 8 to 2 is two), who changed leagues, or who
 * has the best place.
 */
export function rankingFact(data: RankingsData, { language }: DigestContext): Fact | null {
  const words = rankingsWords[language];
  const nameOf = (name: string): string => displayedName(name, 60) ?? words.creator;
  const { telling, best, leagues } = data;
  const biggest = topClimb(data);
  const moves = telling.flatMap((one): Fact[] => {
    const [name, ranking, strength] = [nameOf(one.name), titleText(one.title), strengthOf(one)];
    const figure = one.id === biggest?.id ? words.topClimb : null;
    if (one.shares != null) {
      const [was, is] = [one.shares.before, one.shares.now].map((share) =>
        barePercent(language, Math.round(share * 100)),
      );
      return [{ text: words.topTenShare(name, ranking, is!, was!), strength, figure: null }];
    }
    if (one.climb === null) return [];
    const { before, after } = one.climb;
    const reported = before > after ? words.rose : words.sank;
    return [
      { text: reported(name, placeText(language, before), placeText(language, after), ranking), strength, figure },
    ];
  });
  const changed = leagues.moves.map(({ name, before, after, up }): Fact => {
    const text = (up ? words.leagueUp : words.leagueDown)(nameOf(name), before, after);
    return { text, strength: up ? 1 : 0.9, figure: null };
  });
  const [first] = best;
  const stood: Fact | null =
    first === undefined
      ? null
      : {
          text: words.stood(nameOf(first.name), placeText(language, first.best), titleText(first.title)),
          strength: first.best === 1 ? 0.6 : 0.3,
          figure: words.bestPlace,
        };
  return strongest([...moves, ...changed, stood]);
}

/** Places in the live rankings: climbs and falls, best and final places, leagues. */
export const rankings: Section<RankingMeasure, RankingsData> = {
  name: "rankings",
  title: (language) => rankingsWords[language].title,
  kind: "ranking",
  events: {
    "ranking.entered": standing,
    "ranking.left": [...standing, "before"],
    "ranking.moved": standing,
    "ranking.period_closed": [...standing, "bestPlace", "onRank"],
    "ranking.league_changed": ["before", "after", "direction", "beforeClass", "afterClass"],
  },
  // Final places are compared with those of the previous period.
  eventsFrom: (frame) => beforeOf(frame).from,
  series: ["place:"],
  grid: gridOf,
  measure: measureRanking,
  conclude: concludeRankings,
  figures: rankingFigures,
  tables: rankingTables,
  fact: rankingFact,
  note: rankingNote,
  chart: rankingChart,
};
