import { priceText, signedPercent } from "../../../core/numbers-as-text.ts";
import type { OtherCurrency, Trend } from "../../../flows/queries/trends.ts";
import { median } from "../../../sections/robust.ts";
import { Button } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { shownName } from "../words/name.ts";
import { isFading, isTrend, TRENDS, type TrendsQuery } from "./address.ts";
import { RangeFields } from "./range-fields.tsx";

/** "last 7 days", or the two dates. */
export const spanWords = ({ range, days }: TrendsQuery): string =>
  range.days === null ? `${range.from} to ${range.to}` : `last ${days} days`;

const NUMBERS = ["", "", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * Says in one sentence whether anything grows on its own or with everything else; null if too few can be compared for
 * that.
 */
export function verdictOn(all: Trend[], { comparison: { room } }: TrendsQuery): string | null {
  const compared = all.filter(({ score }) => score !== null);
  if (compared.length < 3) return null;
  const usual = signedPercent("en", median(compared.map(({ change }) => change))!);
  const noun = room.title.toLowerCase();
  const [top, ...others] = compared.filter(isTrend).toSorted((a, b) => b.score! - a.score!);
  if (top !== undefined) {
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return `${shownName(top.name)} grows on its own: ${signedPercent("en", top.change)}, similar ${noun} ${usual}${more}`;
  }
  const [fading] = compared.filter(isFading).toSorted((a, b) => a.score! - b.score!);
  if (fading !== undefined)
    return `${shownName(fading.name)} falls behind: ${signedPercent("en", fading.change)}, similar ${noun} ${usual}`;
  const number = NUMBERS[compared.length] ?? `${compared.length}`;
  if (compared.every(({ change }) => change > 0)) return `Nothing stands out: all ${number} rise with the platform`;
  if (compared.every(({ change }) => change < 0)) return `Nothing stands out: all ${number} fall with the platform`;
  return `Nothing stands out: ${usual} is usual`;
}

/** Prices in another currency than before, which are never a change. */
export const OtherCurrencies = ({ all }: { all: OtherCurrency[] }) =>
  all.length === 0 ? null : (
    <section class="card pad flow" aria-labelledby="currencies">
      <h2 id="currencies">Another currency</h2>
      <ul class="flow tight-flow">
        {all.map(({ name, before, after }) => (
          <li>
            <Name of={name} />: {priceText("en", String(before.value), before.currency)} until <Time at={before.at} />,
            then {priceText("en", String(after.value), after.currency)} · not compared
          </li>
        ))}
      </ul>
    </section>
  );

/** Chooses any dates. */
export const Dates = ({ asked }: { asked: TrendsQuery }) => (
  <form method="get" action={TRENDS} class="card pad flow">
    <h2>Other dates</h2>
    <input type="hidden" name="what" value={asked.comparison.name} />
    <RangeFields range={asked.range} />
    <p class="line">
      <Button>Show</Button>
    </p>
  </form>
);
