import { grouped } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { noteOn } from "../watched.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData, Standing } from "./data.ts";

/** "Maria · Weekly" */
export const standingText = ({ name, title }: Standing): string => `${name} · ${titleText(title)}`;

/** A ranking's title without the word that all of them have. */
export const titleText = (title: string): string => title.replace(/(?<=\S) ranking$/i, "");

/** "▲31", "▼2" */
export const arrowText = (places: number): string => `${places > 0 ? "▲" : "▼"}${grouped(Math.abs(places))}`;

/** The biggest climb, how many moved, the best place, leagues, periods that closed. */
export function rankingFigures(data: RankingsData): Figure[] {
  const { watched, climbs, falls, leagues, closed, topTen } = data;
  if (watched.targets === 0) return [];
  const climb = data.movers.find((one) => climbed(one) > 0);
  const [best] = data.best;
  const figures: (Figure | null)[] = [
    climb === undefined
      ? null
      : {
          label: "Biggest climb",
          value: arrowText(climbed(climb)),
          detail: `${standingText(climb)}: #${climb.climb.before} → #${climb.climb.after}`,
        },
    best === undefined || (climb?.id === best.id && endsBest(climb))
      ? null
      : { label: "Best place", value: `#${best.best}`, detail: standingText(best) },
    { label: "Climbed", value: grouped(climbs), detail: `${grouped(falls)} fell` },
    leagues.up + leagues.down === 0
      ? null
      : { label: "Leagues", value: `${grouped(leagues.up)} up`, detail: `${grouped(leagues.down)} down` },
    closed === 0
      ? null
      : { label: "Periods closed", value: grouped(closed), detail: `${grouped(topTen)} last in the top 10` },
  ];
  return figures.filter((figure) => figure !== null);
}

/** Who moved most, who stood best besides, who changed leagues; no place is told twice. A line of places is upside down: the first is on top. */
export function rankingTables({ movers, climbs, falls, best, placed, leagues }: RankingsData): ReportTable[] {
  const told = new Set(movers.filter(endsBest).map(({ id }) => id));
  const others = best.filter(({ id }) => !told.has(id));
  const tables: ReportTable[] = [
    {
      title: "Climbs and falls",
      rows: movers.map((one) => ({
        label: standingText(one),
        value: `#${one.climb.before} → #${one.climb.after}`,
        change: { text: arrowText(climbed(one)), tone: climbed(one) > 0 ? "up" : "down" },
        spark: sparkOf(one),
      })),
      more: climbs + falls - movers.length,
    },
    {
      title: others.length === best.length ? "Best places" : "Other good places",
      rows: others.map((one) => ({
        label: standingText(one),
        value: `#${one.best}${closeText(one)}`,
        change: null,
        spark: sparkOf(one),
      })),
      more: placed - best.length,
    },
    {
      title: "Leagues",
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

/** True where the best place is the one that a climb or fall ends or began with. */
const endsBest = ({ climb, best }: RankingsData["movers"][number]): boolean =>
  best === climb.after || best === climb.before;

/** How the ranking's last period closed. */
function closeText({ best, final }: Standing): string {
  if (final === null) return "";
  return final === best ? " at the close" : ` · closed at #${final}`;
}

const sparkOf = ({ points }: Standing): (number | null)[] =>
  points.map(([, place]) => (place === null ? null : -place));

/** Says when nobody held a place, or nobody moved. */
export function rankingNote(data: RankingsData): string | null {
  const { watched, period, placed, compared, climbs, falls, left } = data;
  const unmoved =
    compared + left === 0 ? "Not enough watched yet to say who climbed or fell." : "Nobody climbed or fell.";
  const nothing = placed === 0 ? "Nobody was seen on a ranking." : climbs + falls === 0 ? unmoved : null;
  return noteOn(watched, period, { none: "live rankings", many: "rankings" }, nothing);
}
