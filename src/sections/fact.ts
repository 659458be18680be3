/**
 * What a section has to say in half a sentence, without an end; it begins with a name or a number, so that it can stand anywhere: "Maria was on air twice as long as the week
 * before". `strength` is comparable over all sections: 1 for what doubled or halved, 2 for four times, 0 for nothing.
 */
export interface Fact {
  text: string;
  strength: number;
  /** The label of the section's figure that says the same in numbers; null for none. */
  figure: string | null;
}

/** How telling a change is: the doublings between two amounts, each `more` larger, so that little of little counts little. */
export const doublings = (before: number, after: number, more: number): number =>
  Math.abs(Math.log2((after + more) / (before + more)));

/** The strongest, the first of equals; null of none. */
export function strongest(facts: (Fact | null)[]): Fact | null {
  let best: Fact | null = null;
  for (const fact of facts) if (fact !== null && (best === null || fact.strength > best.strength)) best = fact;
  return best;
}
