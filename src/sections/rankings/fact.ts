import { strongest, type Fact } from "../fact.ts";
import { shownName } from "../shown-name.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData } from "./data.ts";
import { titleText } from "./words.ts";

/** Who climbed or fell farthest, counted in doublings (from 8 to 2 is two), who changed leagues, or who stood best. */
export function rankingFact({ movers, best, leagues }: RankingsData): Fact | null {
  const biggest = movers.find((one) => climbed(one) > 0);
  const moves = movers.map((one): Fact => {
    const { before, after } = one.climb;
    const up = climbed(one) > 0;
    const text = `${nameOf(one.name)} ${up ? "climbed" : "fell"} from #${before} to #${after} in ${titleText(one.title)}`;
    // Good news before bad.
    return {
      text,
      strength: Math.abs(Math.log2(before / after)) * (up ? 1 : 0.9),
      figure: one === biggest ? "Biggest climb" : null,
    };
  });
  const changed = leagues.moves.map(({ name, before, after, up }): Fact => {
    const text = `${nameOf(name)} went ${up ? "up" : "down"} from league ${before} to ${after}`;
    return { text, strength: up ? 1 : 0.9, figure: null };
  });
  const [first] = best;
  const stood: Fact | null =
    first === undefined
      ? null
      : {
          text: `${nameOf(first.name)} stood at #${first.best} in ${titleText(first.title)}`,
          strength: first.best === 1 ? 0.6 : 0.3,
          figure: "Best place",
        };
  return strongest([...moves, ...changed, stood]);
}

const nameOf = (name: string): string => shownName(name, 60) ?? "A creator";
