import { barePercent } from "../../core/numbers-as-text.ts";
import { placeText } from "../../core/place-text.ts";
import { strongest, type Fact } from "../fact.ts";
import type { DigestContext } from "../section.ts";
import { displayedName } from "../display-name.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData } from "./data.ts";
import { strengthOf } from "./usual-change.ts";
import { titleText } from "./words.ts";
import { rankingsWords } from "./words/words.ts";

/**
 * Whose climb or fall exceeds the usual variation most, in doublings (from 8 to 2 is two), who changed leagues, or who
 * has the best place.
 */
export function rankingFact(
  { movers, telling, best, leagues }: RankingsData,
  { language }: DigestContext,
): Fact | null {
  const words = rankingsWords[language];
  const nameOf = (name: string): string => displayedName(name, 60) ?? words.creator;
  const biggest = movers.find((one) => climbed(one) > 0);
  const moves = (telling ?? movers).flatMap((one): Fact[] => {
    const [name, ranking, strength] = [nameOf(one.name), titleText(one.title), strengthOf(one)];
    const figure = one.id === biggest?.id ? words.biggestClimb : null;
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
