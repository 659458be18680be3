/** What the last tick had to poll. Instants are epoch ms, 0 for none. */
export interface Load {
  due: number;
  /** Due targets that were skipped because of the budget or the circuit breaker. */
  late: number;
  granted: number;
  /** Calls per minute that all intervals need. */
  asked: number;
  /** The longest time that a skipped target has waited past its due time. */
  lagSeconds: number;
  /** The tick since which polls are due and no batch has finished. */
  waitingSince: number;
  /** Targets that lost three or more consecutive claims. */
  lapsed: number;
  /**
   * Calls for one poll of all targets, the number of targets with a schedule prediction, and the polls per minute of
   * the latter, of which one call may make several.
   */
  calls: number;
  habitual: number;
  habitualAsked: number;
  /** How many of them one call asks for. */
  perCall: number;
  /** The shortest interval, milliseconds; null if there are no targets. */
  shortestMs: number | null;
  /** Targets that have ever had a verdict, and those of them without a recent one. */
  judged: number;
  unknown: number;
  /** The tick since which half of them are unknown; 0 while they are not. */
  unknownSince: number;
  /** The 95th percentile of the time since the last poll among due targets, seconds; null if none was due. */
  p95GapSeconds: number | null;
  /** Whether polls are behind (`core/pace`). */
  behindSince: number;
  behindTicks: number;
  /**
   * The poll threshold if the budget is too small for all intervals (`core/prediction/poll-threshold`); otherwise 0.
   */
  price: number;
  /** The first tick ever; 0 before it. Replayed ticks may be long before targets were created. */
  firstTickAt: number;
}

export const IDLE: Load = {
  due: 0,
  late: 0,
  granted: 0,
  asked: 0,
  lagSeconds: 0,
  waitingSince: 0,
  lapsed: 0,
  calls: 0,
  habitual: 0,
  habitualAsked: 0,
  perCall: 1,
  shortestMs: null,
  judged: 0,
  unknown: 0,
  unknownSince: 0,
  p95GapSeconds: null,
  behindSince: 0,
  behindTicks: 0,
  price: 0,
  firstTickAt: 0,
};

/** Fewer unknown targets than this are no incident. */
const UNKNOWN_TARGETS = 3;

/** Reports whether half of the targets that ever had a verdict, and at least three, have no recent one. */
export const halfUnknown = ({ judged: evaluated, unknown }: Pick<Load, "judged" | "unknown">): boolean =>
  unknown >= UNKNOWN_TARGETS && unknown * 2 >= evaluated;
