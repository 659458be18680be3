import type { Language } from "../../../core/language.ts";
import type { Fact } from "../../../sections/fact.ts";
import type { PeriodName } from "../../../sections/period-name.ts";
import { digestWords } from "./words/words.ts";

/** The strength from which a second fact is included. */
const ALSO = 0.5;
/** Weaker facts are ignored. */
const LEAST = 0.1;

/**
 * The first sentence of a digest: the strongest fact of all sections, and the second if it is strong too. Also returns
 * the labels of figures that say the same. Pure.
 */
export function headlineOf(
  facts: (Fact | null)[],
  period: PeriodName,
  language: Language,
): { text: string; figures: string[] } {
  const words = digestWords[language];
  const notable = facts.filter((fact): fact is Fact => fact !== null && fact.strength >= LEAST);
  const [first, second] = notable.toSorted((a, b) => b.strength - a.strength);
  if (first === undefined) return { text: words.quiet(period), figures: [] };
  const chosen = second === undefined || second.strength < ALSO ? [first] : [first, second];
  return {
    text: words.headline(chosen.map((fact) => fact.text)),
    figures: chosen.flatMap(({ figure }) => figure ?? []),
  };
}
