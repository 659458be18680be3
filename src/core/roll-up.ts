import { DAY_MS } from "./duration.ts";

/** How far events and samples are rolled up into months. All instants are midnights (UTC), epoch ms. */
export interface RollUp {
  /** Everything before is in the months. */
  to: number;
  /** Until when what follows is being rolled up; null between two rounds. */
  next: number | null;
  /** The last target of this round that is complete; "" before the first. */
  after: string;
  /** The target after it, if a part of its events is done: up to the event `seq`. */
  part: { id: string; seq: number } | null;
}

/** A day waits that long after its end, as what a poll found may be stored late. */
const LAG_MS = DAY_MS / 4;

/** The most that one round covers: after a long time without rolling up, several rounds follow each other. */
const ROUND_MS = 7 * DAY_MS;

export const midnightOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** Until when everything can be rolled up. */
export const rollableUntil = (now: number): number => midnightOf(now - LAG_MS);

/** The end of the round that begins at an instant. */
export const roundEnd = (from: number, until: number): number => Math.min(until, from + ROUND_MS);

/** A round is over. */
export const rolledTo = (to: number): RollUp => ({ to, next: null, after: "", part: null });
