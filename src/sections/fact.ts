/**
 * What a section would say in half a sentence, without a full stop. It starts with a name or number, so that it fits
 * anywhere: "Maria was live twice as long as the week before". `strength` is comparable across sections: 1 for
 * doubled or halved, 2 for fourfold, 0 for nothing.
 */
export interface Fact {
  text: string;
  strength: number;
  /** The label of the section's figure with the same content; null for none. */
  figure: string | null;
}

/**
 * The strength of a change, in doublings. `more` is added to both amounts, so that changes of small amounts weigh less.
 */
export const doublings = (before: number, after: number, more: number): number =>
  Math.abs(Math.log2((after + more) / (before + more)));

/** The strongest fact, the first of equals; null if there is none. */
export function strongest(facts: (Fact | null)[]): Fact | null {
  let best: Fact | null = null;
  for (const fact of facts) if (fact !== null && (best === null || fact.strength > best.strength)) best = fact;
  return best;
}
