import { placeText } from "../../core/places.ts";
import { SAMPLE_HOLDS_MS } from "../../core/sampling.ts";
import { withColon, type Say } from "../../core/sentence.ts";
import { DAY_MS, HOUR_MS } from "../../core/duration.ts";
import { LEAST_MS, named, spanText, type Past } from "../news.ts";
import { inOrder, keyOf, onText, summaryOf, type KnownRanking, type RankingState } from "./view.ts";

/** The type of the ranking that starts again each hour. */
const HOURLY = 0;

/** Reports whether a ranking by its key (`group.type`) starts again each hour. */
export const isHourly = (key: string): boolean => key.endsWith(`.${HOURLY}`);

/** What is new in one ranking. `move` is how many places changed, `rank` its place, Infinity for none. */
interface News {
  text: string;
  move: number;
  rank: number;
}

type Point = Past["points"][number];

/** The places a day ago, or the first ones after that if they are an hour old. A place holds until the next point. */
function baseOf({ points, now }: Past): Point | null {
  const before = points.findLast(([at]) => at <= now - DAY_MS && at > now - DAY_MS - SAMPLE_HOLDS_MS);
  return before ?? points.find(([at]) => at > now - DAY_MS && at <= now - LEAST_MS) ?? null;
}

function moveText(places: number, say: Say): string {
  if (places === 0) return say.text("no change");
  return places > 0
    ? say.plural(places, "up {n} place", "up {n} places")
    : say.plural(-places, "down {n} place", "down {n} places");
}

function newsOf(one: KnownRanking, base: Point | null, now: number, say: Say): News | null {
  const { title, onRank, place, best, unreadable } = one;
  const was = base?.[1][`place:${keyOf(one)}`];
  const told = (news: string): string => withColon(say.language, named(title), news);
  const written = (value: number): string => placeText(say.language, value);
  if (onRank === false && was !== undefined)
    return {
      text: told(say.text("not listed any more, was {place}", { place: written(was) })),
      move: Infinity,
      rank: Infinity,
    };
  if (onRank !== true || place === null) return null;
  if (unreadable !== undefined) return { text: told(say.text("can't be read")), move: 0, rank: Infinity };
  const what = told(written(place));
  if (base === null || was === undefined) {
    const isWorse = best !== null && best < place;
    const text = isWorse ? say.text("{what}, best {best} this period", { what, best: written(best) }) : what;
    return { text, move: 0, rank: place };
  }
  // Another hour is another race.
  if (isHourly(keyOf(one)) && now - base[0] >= HOUR_MS) return { text: what, move: 0, rank: place };
  const values = { what, move: moveText(was - place, say), span: spanText(now - base[0], say) };
  return { text: say.text("{what}, {move} {span}", values), move: Math.abs(was - place), rank: place };
}

/**
 * The best place, and of the others the ranking that changed most: "Weekly: #1, no change in 24 h · Daily: #27, down 4
 * places in 24 h". A ranking that was not seen in this period says nothing.
 */
export function rankingNews(state: RankingState, past: Past, say: Say): string | null {
  const all = inOrder(state);
  const base = baseOf(past);
  const news = all.flatMap((one) => newsOf(one, base, past.now, say) ?? []);
  const [best, ...others] = news.toSorted((a, b) => a.rank - b.rank || b.move - a.move);
  if (best !== undefined && base === null && all.length > 1) return `${best.text} · ${onText(all, say)}`;
  const [moved] = others.filter(({ move }) => move !== 0).toSorted((a, b) => b.move - a.move);
  if (best !== undefined) return [best, ...(moved === undefined ? [] : [moved])].map(({ text }) => text).join(" · ");
  if (all.length > 0 && all.every(({ onRank }) => onRank === false)) return say.text("Not listed in any ranking");
  return summaryOf(state, say);
}
