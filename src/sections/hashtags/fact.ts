import type { Language } from "../../core/language.ts";
import { barePercent, grouped } from "../../core/numbers-as-text.ts";
import { doublings, strongest, type Fact } from "../fact.ts";
import type { DigestContext } from "../section.ts";
import { displayedName } from "../display-name.ts";
import { timesOf } from "../times.ts";
import type { GrownTag, HashtagsData } from "./data.ts";
import { tagText } from "./words.ts";
import { hashtagsWords } from "./words/words.ts";

/** Added to views, so that growth from 1,000 to 4,000 is weaker than from a million to two. */
const ENOUGH = 10_000;

/** The hashtag that grew most, trends first; otherwise the number of new ones. */
export function hashtagFact(
  { fastest, most: max, quickest, appeared, known }: HashtagsData,
  { language }: DigestContext,
): Fact | null {
  const words = hashtagsWords[language];
  const fresh: Fact | null =
    appeared === 0 || known === 0
      ? null
      : {
          text: words.found(appeared, grouped(language, appeared)),
          strength: 0.15,
          figure: words.fresh,
        };
  return strongest([...[...fastest, ...max].map((tag) => grownFact(tag, quickest, language)), fresh]);
}

function grownFact(tag: GrownTag, quickest: HashtagsData["quickest"], language: Language): Fact | null {
  const words = hashtagsWords[language];
  const { views, added, percent, trend } = tag;
  if (percent === null || percent <= 0) return null;
  const times = timesOf(1 + percent / 100);
  const name = displayedName(tagText(tag), 60) ?? words.hashtag;
  return {
    text:
      times === null
        ? words.grewBy(name, barePercent(language, percent))
        : times === 2
          ? words.doubled(name)
          : words.grewTimes(name, times),
    strength: doublings(views - added, views, ENOUGH) * (trend ? 1.25 : 1),
    figure: quickest?.name === tag.name && quickest.region === tag.region ? words.fastest : null,
  };
}
