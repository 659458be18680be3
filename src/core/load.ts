/** How the last tick met its work. Instants are epoch ms, 0 for none. */
export interface Load {
  due: number;
  /** Due and left out, for the budget or the gate. */
  late: number;
  granted: number;
  /** Calls a minute that all intervals together ask for. */
  asked: number;
  /** The longest that a target which was left out has waited past its due time. */
  lagSeconds: number;
  /** The tick since which something waits to be polled and no batch was finished. */
  waitingSince: number;
  /** Targets whose claims were lost three times in a row and more. */
  lapsed: number;
  /** What one poll of everybody takes, calls; how many targets come and go, and what these ask for, calls a minute. */
  calls: number;
  habitual: number;
  habitualAsked: number;
  /** The shortest interval of all, milliseconds; null where nothing is watched. */
  shortestMs: number | null;
  /** Of those whose polls give verdicts: how many ever had one, and how many have had none for too long. */
  judged: number;
  unknown: number;
  /** The tick since which half of them are unknown; 0 while they are not. */
  unknownSince: number;
  /** What 19 in 20 of those that were due had waited since their last poll, seconds; null where none was due. */
  p95GapSeconds: number | null;
  /** Whether polls fall behind (`core/pace`). */
  behindSince: number;
  behindTicks: number;
  /** What a poll must be worth where the budget is too small for all intervals (`core/habit/price`); 0 where it is not. */
  price: number;
  /** The first tick of all; 0 where an older version ran it. Ticks may replay days long before targets were made. */
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

/** Fewer unknown targets than this are no reason by themselves. */
const UNKNOWN_TARGETS = 3;

/** True where half of the targets that ever had a verdict have none any more, three at least. */
export const halfUnknown = ({ judged: evaluated, unknown }: Pick<Load, "judged" | "unknown">): boolean =>
  unknown >= UNKNOWN_TARGETS && unknown * 2 >= evaluated;
