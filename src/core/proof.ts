/** An observed start or end. Times are epoch ms. */
export interface Seen {
  targetId: string;
  name: string;
  /** When it was detected, and how long before that it may have happened. */
  at: number;
  withinSeconds: number;
}

/** What was observed of the rule that decides who is live, since it applies. */
export interface Proof {
  /** Hash of the service's address and its live check. Another hash is another rule. */
  rule: string;
  since: number;
  start: Seen | null;
  end: Seen | null;
  /** The targets that the service was tested with; undefined if it was not tested on the page. */
  watched?: string[];
}

/** True once a start or an end was observed. Until then the rule may be wrong about everybody. */
export const isProven = ({ start, end }: Proof): boolean => start !== null || end !== null;
