import type { Language } from "../../core/language.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { placeMoveText, placeText } from "../../core/places.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import type { DigestContext } from "../section.ts";
import { noteOn } from "../watched.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData, Standing } from "./data.ts";
import { rankingsWords } from "./words/words.ts";

/** "Maria · Weekly" */
export const standingText = ({ name, title }: Standing): string => `${name} · ${titleText(title)}`;

/** A ranking's title without the word "ranking". */
export const titleText = (title: string): string => title.replace(/(?<=\S) ranking$/i, "");

/** "▲31", "▼2" */
export const arrowText = (language: Language, places: number): string =>
  `${places > 0 ? "▲" : "▼"}${grouped(language, Math.abs(places))}`;

/** The biggest climb, climbs and falls, the best place, leagues, closed periods. */
export function rankingFigures(data: RankingsData, { language }: DigestContext): Figure[] {
  const words = rankingsWords[language];
  const { watched, climbs, falls, leagues, closed, topTen } = data;
  if (watched.targets === 0) return [];
  const climb = data.movers.find((one) => climbed(one) > 0);
  const [best] = data.best;
  const figures: (Figure | null)[] = [
    climb === undefined
      ? null
      : {
          label: words.biggestClimb,
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
export function rankingTables(
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
export function rankingNote(data: RankingsData, { language }: DigestContext): string | null {
  const words = rankingsWords[language];
  const { watched, period, placed, compared, climbs, falls, left } = data;
  const unmoved = compared + left === 0 ? words.tooEarly : words.unmoved;
  const nothing = placed === 0 ? words.nobody : climbs + falls === 0 ? unmoved : null;
  return noteOn(language, watched, period, words, nothing);
}
