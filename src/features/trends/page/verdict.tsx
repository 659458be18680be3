import { priceText } from "../../../core/numbers-as-text.ts";
import type { OtherCurrency } from "../trends.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { placeIn, TRENDS, type TrendsQuery } from "./address.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { RangeFields } from "./range.tsx";

/** "last 7 days", or the two dates. */
export const spanWords = ({ range, days }: TrendsQuery): string =>
  range.days === null
    ? t("{from} to {to}", { from: range.from, to: range.to })
    : plural(days, "last {n} day", "last {n} days");

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
  <form method="get" action={TRENDS} class="dates">
    <input type="hidden" name="what" value={asked.comparison.name} />
    {placeIn(asked.after).map(([key, value]) => (
      <input type="hidden" name={key} value={value} />
    ))}
    {asked.chosen.map((key) => (
      <input type="hidden" name="s" value={key} />
    ))}
    <RangeFields range={asked.range} />
    <Button>{t("Show")}</Button>
  </form>
);
