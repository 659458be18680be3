import type { Language } from "../../core/language.ts";
import { barePercent, grouped } from "../../core/numbers-as-text.ts";
import { growthPercent } from "../../core/growing-count.ts";
import { doublings, strongest, type Fact } from "../fact.ts";
import type { DigestContext } from "../section.ts";
import { displayedName } from "../display-name.ts";
import { timesOf } from "../times.ts";
import { sectionWords } from "../words/words.ts";
import type { ProductsData, SellingProduct } from "./data.ts";
import { dailyText, movedText } from "./words.ts";
import { productsWords } from "./words/words.ts";

/** Added to sales, so that three times two is weaker than twice a hundred. */
const ENOUGH = 50;

/**
 * The deepest price cut, or the product whose sales changed most; otherwise the best seller, or the number of new
 * products.
 */
export function productFact({ deepest, best, listed, period }: ProductsData, { language }: DigestContext): Fact | null {
  const words = productsWords[language];
  const nameOf = (title: string): string => displayedName(title, 60) ?? words.product;
  const { before } = sectionWords[language].periods[period.word];
  const [cut] = deepest;
  const [first] = best;
  return strongest([
    cut === undefined || cut.percent === 0
      ? null
      : {
          text: words.costsLess(nameOf(cut.title), barePercent(language, cut.percent), movedText(language, cut)),
          strength: Math.abs(Math.log2(Math.max(0.01, Number(cut.after) / Number(cut.before)))),
          figure: words.deepest,
        },
    ...best.map((one) => salesFact(one, nameOf(one.title), before, language)),
    first === undefined
      ? null
      : {
          text: words.soldBest(nameOf(first.title), dailyText(language, first.perDay)),
          strength: 0.2,
          figure: words.bestSeller,
        },
    listed === 0
      ? null
      : {
          text: words.offered(listed, grouped(language, listed)),
          strength: 0.15,
          figure: words.fresh,
        },
  ]);
}

function salesFact({ sold, before }: SellingProduct, name: string, then: string, language: Language): Fact | null {
  const words = productsWords[language];
  const percent = before === null ? null : growthPercent(before, sold);
  if (before === null || percent === null || percent === 0) return null;
  const times = timesOf(sold / before);
  const share = barePercent(language, percent);
  return {
    text:
      times !== null
        ? words.soldTimes(name, times, then)
        : percent > 0
          ? words.soldMore(name, share, then)
          : words.soldLess(name, share, then),
    strength: doublings(before, sold, ENOUGH),
    figure: null,
  };
}
