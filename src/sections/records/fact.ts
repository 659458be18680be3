import type { Language } from "../../core/language.ts";
import { passedNumber } from "../../core/compared-numbers.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { doublings, strongest, type Fact } from "../fact.ts";
import { displayedName } from "../display-name.ts";
import type { DigestContext } from "../section.ts";
import { timesOf } from "../times.ts";
import type { MovedNumber, RecordsData } from "./data.ts";
import { recordsWords } from "./words/words.ts";

/** Added to numbers, so that growth from one to three is weaker than from 1,000 to 2,000. */
const ENOUGH = 100;

/** The number that changed most, or the latest milestone. */
export function recordFact(
  { rises, falls, milestones }: RecordsData,
  { language }: Pick<DigestContext, "language">,
): Fact | null {
  const words = recordsWords[language];
  const [last] = milestones;
  const [first] = rises;
  return strongest([
    ...[...rises, ...falls].map((one) => movedFact(one, one === first, language)),
    last === undefined
      ? null
      : {
          text: words.reached(nameOf(last.name, language), passedNumber(language, last.milestone), last.field),
          strength: 0.4,
          figure: words.milestones,
        },
  ]);
}

const nameOf = (name: string, language: Language): string => displayedName(name, 60) ?? recordsWords[language].record;

function movedFact({ name, field, before, after, percent }: MovedNumber, isFirst: boolean, language: Language) {
  const words = recordsWords[language];
  if (percent === null || percent === 0) return null;
  const who = nameOf(name, language);
  const share = barePercent(language, percent);
  const times = timesOf(after / before);
  const grew =
    times === null
      ? words.grewBy(who, field, share)
      : times === 2
        ? words.doubled(who, field)
        : words.grewTimes(who, field, times);
  return {
    text: percent > 0 ? grew : words.lost(who, field, share),
    strength: doublings(before, Math.max(0, after), ENOUGH),
    figure: isFirst ? words.highest : null,
  };
}
