import type { Facts } from "../../core/facts.ts";
import type { Span } from "../../core/spans.ts";

/** on: on air. paused: on air, but the picture is held. off: not on air. unknown: the answer does not say. */
export type Verdict = "on" | "paused" | "off" | "unknown";

export interface LiveView {
  verdict: Verdict;
  /** The room of the current broadcast, digits, where the answer names one. */
  room: string | null;
  /** Left out where nobody asked. */
  told?: Notified;
}

/** What the service said beyond the verdict. */
export interface Notified {
  /** Of broadcast and creator together; null where it said nothing. */
  info: Facts | null;
  /** The creator's handle, as the creator's own page has it. */
  handle: string | null;
  /** True where an operation that is configured did not answer: more may be known later. */
  pending: boolean;
}

/** One broadcast: from its first `on` to its end, dropouts and new rooms within the grace included. */
export interface Session {
  id: string;
  /** The room that it was seen in last; null while the service has named none. */
  room: string | null;
  /** Epoch ms of the poll that saw it first. */
  startedAt: number;
  /** Its last `on`, epoch ms; null while the verdict is its `on`, when the last good poll says it. */
  lastOnAt: number | null;
  /** The last poll that said anything of it, epoch ms: there while later ones have seen the creator in another room. */
  lostAt?: number;
  /** When no poll said anything of it for longer than a verdict holds; left out where that never was. */
  unknown?: Span[];
  /** When its start was committed as an event; null where it was on air before it was watched. */
  toldAt: number | null;
  /** What was told of it last; left out while nothing was. */
  info?: Facts;
  /** The most viewers that were told. */
  peakViewers?: number;
  /** Until when facts of its start are waited for, epoch ms; left out where they came, and once nobody waits any more. */
  factsUntil?: number;
}

/** A change of verdict, or of room while a session is open (`to` is "on" then), that awaits confirmation. */
export interface Flip {
  to: "on" | "off";
  count: number;
  firstAt: number;
  /** The last poll that still saw the opposite, epoch ms. */
  from: number | null;
  /** The last poll that saw it, epoch ms; an older version left it out. */
  lastAt?: number;
  /** Of an `on`: the room, left out where the service named none. */
  room?: string;
  /** Of an `on`: the first poll before it that no longer saw the open session live; left out where there was none. */
  overAt?: number;
  /** Of an `on`: as in the session that it may open. */
  unknown?: Span[];
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
