import { grouped, signedPercent } from "../../core/numbers-as-text.ts";
import { doublings, strongest, timesText, type Fact } from "../fact.ts";
import { shownName } from "../shown-name.ts";
import type { GrownTag, HashtagsData } from "./data.ts";
import { tagText } from "./words.ts";

/** Views that count: a hashtag that grew from 1,000 to 4,000 is less of a fact than one that grew from a million to two. */
const ENOUGH = 10_000;

/** Which hashtag grew most, trends first; else how many are new. */
export function hashtagFact({ fastest, most, quickest, appeared, known }: HashtagsData): Fact | null {
  const fresh: Fact | null =
    appeared === 0 || known === 0
      ? null
      : {
          text: `${grouped(appeared)} new ${appeared === 1 ? "hashtag was" : "hashtags were"} found`,
          strength: 0.15,
          figure: "New hashtags",
        };
  return strongest([...[...fastest, ...most].map((tag) => grownFact(tag, quickest)), fresh]);
}

function grownFact(tag: GrownTag, quickest: HashtagsData["quickest"]): Fact | null {
  const { views, added, percent, trend } = tag;
  if (percent === null || percent <= 0) return null;
  const factor = 1 + percent / 100;
  const times = factor >= 1.9 ? timesText(factor) : null;
  const grew =
    times === null ? `grew by ${signedPercent(percent).slice(1)}` : times === "twice" ? "doubled" : `grew ${times}`;
  return {
    text: `${shownName(tagText(tag), 60) ?? "a hashtag"} ${grew}`,
    strength: doublings(views - added, views, ENOUGH) * (trend ? 1.25 : 1),
    figure: quickest?.name === tag.name && quickest.region === tag.region ? "Fastest" : null,
  };
}
