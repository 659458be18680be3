import type { Facts } from "../../core/facts.ts";

/** on: on air. paused: on air, but the picture is held. off: not on air. unknown: the answer does not say. */
export type Verdict = "on" | "paused" | "off" | "unknown";

export interface LiveView {
  verdict: Verdict;
  /** The room of the current broadcast, digits, where the answer names one. */
  room: string | null;
  /** Left out where nobody asked. */
  told?: Told;
}

/** What the service said beyond the verdict. */
export interface Told {
  /** Of broadcast and creator together; null where it said nothing. */
  info: Facts | null;
  /** The creator's handle, as the creator's own page has it. */
  handle: string | null;
}

/** One broadcast: from its first `on` to its confirmed end, dropouts within the grace included. */
export interface Session {
  id: string;
  room: string | null;
  /** Epoch ms of the poll that saw it first. */
  startedAt: number;
  /** The last `on`, epoch ms; null while the verdict is `on`, when the last good poll says it. */
  lastOnAt: number | null;
  /** When its start was committed as an event; null where it was on air before it was watched. */
  toldAt: number | null;
  /** What was told of it last; left out while nothing was. */
  info?: Facts;
  /** The most viewers that were told. */
  peakViewers?: number;
}

/** A change of verdict that awaits confirmation. */
export interface Flip {
  to: "on" | "off";
  count: number;
  firstAt: number;
  /** The last poll that still saw the opposite, epoch ms. */
  from: number | null;
}

export interface LiveState {
  verdict: Verdict;
  since: number;
  /** The last poll with a known verdict, epoch ms; null while the verdict is known, when the last good poll says it. */
  knownAt: number | null;
  room: string | null;
  session: Session | null;
  flip: Flip | null;
  /** The last poll that saw it off, epoch ms: there while it has been paused since, with no session open. */
  offAt?: number;
  /** The creator's handle as it was told last; left out while it never was. */
  handle?: string;
  /** True until a known verdict has been settled: what is found now was so before watching began. */
  baseline: boolean;
}
