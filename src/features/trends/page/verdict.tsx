import { priceText, signedPercent } from "../../../core/numbers-as-text.ts";
import type { OtherCurrency, Trend } from "../trends.ts";
import { median } from "../../../sections/robust.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { isFading, isPlace, isTrend, placeIn, TRENDS, type TrendsQuery } from "./address.ts";
import { RangeFields } from "./range-fields.tsx";
import { inSentence, language, marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** "last 7 days", or the two dates. */
export const spanWords = ({ range, days }: TrendsQuery): string =>
  range.days === null
    ? t("{from} to {to}", { from: range.from, to: range.to })
    : plural(days, "last {n} day", "last {n} days");

const NUMBERS: Record<number, string> = {
  3: marked("three"),
  4: marked("four"),
  5: marked("five"),
  6: marked("six"),
  7: marked("seven"),
  8: marked("eight"),
  9: marked("nine"),
  10: marked("ten"),
};

/**
 * Says in one sentence whether anything grows on its own or with everything else; null if too few can be compared for
 * that.
 */
export function verdictOn(all: Trend[], { comparison: { room } }: TrendsQuery): string | null {
  const compared = all.filter(({ score }) => score !== null);
  if (compared.length < 3) return null;
  const usual = signedPercent(language(), median(compared.map(({ change }) => change))!);
  const things = inSentence(t(room.title));
  const [top, ...rest] = compared.filter(isTrend).toSorted((a, b) => b.score! - a.score!);
  if (top !== undefined) {
    const values = { name: displayedName(top.name), change: signedPercent(language(), top.change), things, usual };
    return rest.length === 0
      ? t("{name} grows on its own: {change}, similar {things} {usual}", values)
      : plural(
          rest.length,
          "{name} grows on its own: {change}, similar {things} {usual}, and {n} more",
          "{name} grows on its own: {change}, similar {things} {usual}, and {n} more",
          values,
        );
  }
  const [fading] = compared.filter(isFading).toSorted((a, b) => a.score! - b.score!);
  if (fading !== undefined)
    return t("{name} falls behind: {change}, similar {things} {usual}", {
      name: displayedName(fading.name),
      change: signedPercent(language(), fading.change),
      things,
      usual,
    });
  const number = t(NUMBERS[compared.length] ?? `${compared.length}`);
  if (compared.every(({ change }) => change > 0))
    return t("Nothing stands out: all {number} rise with the platform", { number });
  if (compared.every(({ change }) => change < 0))
    return t("Nothing stands out: all {number} fall with the platform", { number });
  return t("Nothing stands out: {usual} is usual", { usual });
}

/** Says what changed most where nothing is scored: prices and places. Null where nothing is compared. */
export function changeOn(all: Trend[], asked: TrendsQuery): string | null {
  const [top] = all.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (top === undefined) return null;
  const name = displayedName(top.name);
  if (isPlace(asked)) {
    const places = Math.round(Math.abs(top.change));
    if (places === 0) return t("Every place is as before");
    return top.change > 0
      ? plural(places, "{name} gained {n} place", "{name} gained {n} places", { name })
      : plural(places, "{name} lost {n} place", "{name} lost {n} places", { name });
  }
  if (asked.comparison.group.begins !== "price:") return null;
  if (Math.abs(top.change) < LEAST_PERCENT) return t("Every price is as before");
  return t("{name} is {change} in price", { name, change: signedPercent(language(), top.change) });
}

/** The smallest change of a price worth a headline, percent. */
const LEAST_PERCENT = 0.05;

/** Prices in another currency than before, which are never a change. */
export const OtherCurrencies = ({ all }: { all: OtherCurrency[] }) =>
  all.length === 0 ? null : (
    <section class="card pad flow" aria-labelledby="currencies">
      <h2 id="currencies">{t("Another currency")}</h2>
      <ul class="flow tight-flow">
        {all.map(({ name, before, after }) => (
          <li>
            <T
              of="{name}: {before} until {when}, then {after}"
              name={<Name of={name} />}
              before={priceText(language(), String(before.value), before.currency)}
              when={<Time at={before.at} />}
              after={priceText(language(), String(after.value), after.currency)}
            />
            {" · "}
            {t("not compared")}
          </li>
        ))}
      </ul>
    </section>
  );

/** Chooses any dates. */
export const Dates = ({ asked }: { asked: TrendsQuery }) => (
  <Fold title={t("Other dates")} open={asked.range.days === null} class="pad">
    <form method="get" action={TRENDS} class="flow">
      <input type="hidden" name="what" value={asked.comparison.name} />
      {placeIn(asked.after).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      <RangeFields range={asked.range} />
      <p class="line">
        <Button>{t("Show")}</Button>
      </p>
    </form>
  </Fold>
);
