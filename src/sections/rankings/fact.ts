import { placeText } from "../../core/place-text.ts";
import { strongest, type Fact } from "../fact.ts";
import type { Telling } from "../section.ts";
import { shownName } from "../shown-name.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData } from "./data.ts";
import { titleText } from "./words.ts";
import { rankingsWords } from "./words/words.ts";

/** Who climbed or fell farthest, counted in doublings (from 8 to 2 is two), who changed leagues, or who stood best. */
export function rankingFact({ movers, best, leagues }: RankingsData, { language }: Telling): Fact | null {
  const words = rankingsWords[language];
  const nameOf = (name: string): string => shownName(name, 60) ?? words.creator;
  const biggest = movers.find((one) => climbed(one) > 0);
  const moves = movers.map((one): Fact => {
    const { before, after } = one.climb;
    const up = climbed(one) > 0;
    const said = up ? words.rose : words.sank;
    const text = said(nameOf(one.name), placeText(language, before), placeText(language, after), titleText(one.title));
    // Good news before bad.
    return {
      text,
      strength: Math.abs(Math.log2(before / after)) * (up ? 1 : 0.9),
      figure: one === biggest ? words.biggestClimb : null,
    };
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
