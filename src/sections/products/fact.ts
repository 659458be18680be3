import { grouped, signedPercent } from "../../core/numbers-as-text.ts";
import { growthPercent } from "../../core/growing-count.ts";
import { doublings, strongest, timesText, type Fact } from "../fact.ts";
import { shownName } from "../shown-name.ts";
import type { ProductsData, SellingProduct } from "./data.ts";
import { dailyText, movedText } from "./words.ts";

/** Sales that count: three times of two is less of a fact than twice a hundred. */
const ENOUGH = 50;

/** The deepest price cut, or whose sales changed most; else what sells best, or how much is new. */
export function productFact({ deepest, best, listed, period }: ProductsData): Fact | null {
  const [cut] = deepest;
  const [first] = best;
  return strongest([
    cut === undefined || cut.percent === 0
      ? null
      : {
          text: `${nameOf(cut.title)} costs ${signedPercent(cut.percent).slice(1)} less (${movedText(cut)})`,
          strength: Math.abs(Math.log2(Math.max(0.01, Number(cut.after) / Number(cut.before)))),
          figure: "Deepest cut",
        },
    ...best.map((one) => salesFact(one, period.word)),
    first === undefined
      ? null
      : { text: `${nameOf(first.title)} sold best, ${dailyText(first.perDay)}`, strength: 0.2, figure: "Best seller" },
    listed === 0
      ? null
      : {
          text: `${grouped(listed)} new ${listed === 1 ? "product is" : "products are"} offered`,
          strength: 0.15,
          figure: "New products",
        },
  ]);
}

function salesFact({ title, sold, before }: SellingProduct, word: string): Fact | null {
  const percent = before === null ? null : growthPercent(before, sold);
  if (before === null || percent === null || percent === 0) return null;
  const times = sold / before >= 1.9 ? timesText(sold / before) : null;
  const more = `${signedPercent(percent).slice(1)} ${percent > 0 ? "more" : "less"} than the ${word} before`;
  return {
    text: `${nameOf(title)} sold ${times === null ? more : `${times} as much as the ${word} before`}`,
    strength: doublings(before, sold, ENOUGH),
    figure: null,
  };
}

const nameOf = (title: string): string => shownName(title, 60) ?? "a product";
