import { amountText, finerNumber } from "../../../core/numbers-as-text.ts";
import { median } from "../../../sections/robust.ts";
import { growthText } from "../../../ui/words/growth.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { inSentence, language, marked, plural, t } from "../../../ui/words/text.ts";
import type { Trend } from "../trends.ts";
import { isFading, isTrend, trendsFirst } from "../../../sections/score.ts";
import { isPlace, type TrendsQuery } from "./address.ts";

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

const isPrice = ({ comparison: { group } }: TrendsQuery): boolean => group.begins === "price:";

/** What is compared, within a sentence: "hashtags", "products". */
export const entriesOf = ({ comparison: { room, group } }: TrendsQuery): string =>
  inSentence(t(group.entries ?? room.title));

/** A value of a series: a price with its currency and decimals, or what its group writes. */
export function valueText(value: number, { currency }: Pick<Trend, "currency">, asked: TrendsQuery): string {
  if (!isPrice(asked)) return asked.comparison.group.text(value, language());
  return amountText(language(), value, currency);
}

/** What a series changed from and to. Two that look the same in short form have more digits. */
export function valuesText(one: Trend, asked: TrendsQuery): [before: string, after: string] {
  const [before, after] = [valueText(one.before, one, asked), valueText(one.after, one, asked)];
  if (before !== after || one.before === one.after || isPrice(asked) || isPlace(asked)) return [before, after];
  return [finerNumber(language(), one.before), finerNumber(language(), one.after)];
}

/**
 * Says in one sentence whether anything grows on its own or with everything else; null if too few can be compared for
 * that.
 */
function scoredOn(all: Trend[], asked: TrendsQuery): string | null {
  const compared = all.filter(({ score }) => score !== null);
  if (compared.length < 3) return null;
  const usual = growthText(median(compared.map(({ change }) => change))!);
  const things = entriesOf(asked);
  const [top, ...rest] = trendsFirst(compared);
  if (top !== undefined) {
    const values = { name: displayedName(top.name), change: growthText(top.change), things, usual };
    // Without earlier periods, steady growth looks the same.
    if (!top.byOwn) return t("{name} grows faster than the others: {change}, similar {things} {usual}", values);
    const others = rest.filter(({ byOwn }) => byOwn);
    const [other] = others;
    if (other === undefined) return t("{name} grows on its own: {change}, similar {things} {usual}", values);
    const second = { other: displayedName(other.name), grown: growthText(other.change) };
    return others.length === 1
      ? t("{name} ({change}) and {other} ({grown}) grow on their own; similar {things}: {usual}", {
          ...values,
          ...second,
        })
      : plural(
          others.length,
          "{name} ({change}) and {n} more grow on their own; similar {things}: {usual}",
          "{name} ({change}) and {n} more grow on their own; similar {things}: {usual}",
          values,
        );
  }
  const [fading] = compared.filter((one) => isFading(one) && one.apart! < 0).toSorted((a, b) => a.score! - b.score!);
  if (fading !== undefined)
    return t("{name} falls behind: {change}, similar {things} {usual}", {
      name: displayedName(fading.name),
      change: growthText(fading.change),
      things,
      usual,
    });
  const [steady] = compared
    .filter((one) => isSteady(one) && one.change > 0 && one.apart! > 0)
    .toSorted((a, b) => b.apart! - a.apart!);
  if (steady !== undefined)
    return t("{name} keeps growing as before: {change}, similar {things} {usual}", {
      name: displayedName(steady.name),
      change: growthText(steady.change),
      things,
      usual,
    });
  if (compared.some((one) => isTrend(one) || isFading(one) || isSteady(one)))
    return t("Nothing stands out: {usual} is usual", { usual });
  const number = t(NUMBERS[compared.length] ?? `${compared.length}`);
  if (compared.every(({ change }) => change > 0))
    return t("Nothing stands out: all {number} rise with the platform", { number });
  if (compared.every(({ change }) => change < 0))
    return t("Nothing stands out: all {number} fall with the platform", { number });
  return t("Nothing stands out: {usual} is usual", { usual });
}

/** The smallest change of a value worth a headline, percent. */
const LEAST_PERCENT = 0.05;

/** "Maria climbed from #14 to #4 in Daily" */
function placeHeadline(top: Trend, asked: TrendsQuery): string {
  const [before, after] = [valueText(top.before, top, asked), valueText(top.after, top, asked)];
  const values = { name: displayedName(top.of), ranking: displayedName(top.name), before, after };
  if (Math.round(Math.abs(top.change)) === 0) return t("Every place is as before");
  return top.change > 0
    ? t("{name} climbed from {before} to {after} in {ranking}", values)
    : t("{name} fell from {before} to {after} in {ranking}", values);
}

/** "3 are cheaper, Glow Serum most: −25%" */
function priceHeadline(top: Trend, all: Trend[]): string {
  const values = { name: displayedName(top.name), change: growthText(top.change) };
  if (Math.abs(top.change) < LEAST_PERCENT) return t("Every price is as before");
  const alike = all.filter(({ change }) => Math.abs(change) >= LEAST_PERCENT && change > 0 === top.change > 0).length;
  return top.change < 0
    ? plural(alike, "{name} is cheaper: {change}", "{n} are cheaper, {name} most: {change}", values)
    : plural(alike, "{name} costs more: {change}", "{n} cost more, {name} most: {change}", values);
}

/**
 * What changed, in a sentence: what stands out if growth is scored, otherwise what changed most over the whole period.
 * A series that began later or is no longer measured says less, so it is a headline only if there is nothing else. Null
 * where nothing is compared.
 */
export function headlineOn(all: Trend[], asked: TrendsQuery): string | null {
  const scored = scoredOn(all, asked);
  if (scored !== null) return scored;
  // A price is as it was from its first one on.
  const whole = all.filter(({ since, until }) => (since === null || isPrice(asked)) && until === null);
  const candidates = whole.length > 0 ? whole : all;
  // Of those that changed alike as they are written, the largest.
  const tenths = ({ change }: Trend): number => Math.round(Math.abs(change) * 10);
  const [top] = candidates.toSorted((a, b) => tenths(b) - tenths(a) || b.after - a.after);
  if (top === undefined) return null;
  if (isPlace(asked)) return placeHeadline(top, asked);
  if (isPrice(asked)) return priceHeadline(top, candidates);
  const values = { name: displayedName(top.name), change: growthText(top.change) };
  if (Math.abs(top.change) < LEAST_PERCENT) return t("Nothing changed");
  return top.change > 0 ? t("{name} grew most: {change}", values) : t("{name} fell most: {change}", values);
}

/** True if the growth differs from that of the others, as it did in earlier periods. */
const isSteady = (one: Pick<Trend, "score" | "apart">): boolean =>
  !isTrend(one) && !isFading(one) && (isTrend({ score: one.apart }) || isFading({ score: one.apart }));

/** What a score means, in words: compared with the others, and with its own past. */
export function scoreWords(one: Pick<Trend, "score" | "apart" | "byOwn" | "since" | "change">): string {
  if (one.score === null) return one.since === null ? t("too little data for a score") : t("too new for a score");
  if (isTrend(one) && !one.byOwn) return t("faster than the others");
  if (isTrend(one)) return one.apart! > 0 ? t("a trend of its own") : t("faster than before");
  if (isFading(one)) return one.apart! < 0 ? t("falls behind the others") : t("slower than before");
  if (!isSteady(one)) return t("like the others");
  return one.change > 0 && one.apart! > 0 ? t("steady growth, as before") : t("differs from the others, as before");
}
