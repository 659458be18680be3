import type { Facts } from "../../core/facts.ts";
import type { Span } from "../../core/spans.ts";
import type { Seen } from "../kind.ts";
import type { LiveSnapshot } from "./shape.ts";

/** on: live. paused: live with a frozen picture. off: not live. unknown: the answer does not tell. */
export type Verdict = LiveSnapshot["verdict"];

export interface LiveView extends Seen {
  verdict: Verdict;
  /** The room id of the current stream, digits; null if the answer has none. */
  room: string | null;
  /** Undefined if no details were requested. */
  told?: Notified;
}

/** Details besides the verdict. */
export interface Notified {
  /** Details of stream and creator together; null if there are none. */
  info: Facts | null;
  /** The handle in the creator's profile. */
  handle: string | null;
  /** True if a configured operation did not answer, so more may be known later. */
  pending: boolean;
}

/** A stream from its first `on` to its end, including dropouts and changes of room within the grace period. */
export interface Session {
  id: string;
  /** The last known room id; null if there was none. */
  room: string | null;
  /** Time of the first poll that saw it, epoch ms. */
  startedAt: number;
  /** The last poll before that, epoch ms; null if watching began with it. */
  startedAfter: number | null;
  /** Its last `on`, epoch ms; null while the verdict is `on`, because the last successful poll has that time. */
  lastOnAt: number | null;
  /** The last poll that saw it, epoch ms; set while later ones have seen another room. */
  lostAt?: number;
  /** Unobserved periods; undefined if there are none. */
  unknown?: Span[];
  /** When its start was committed as an event; null if it was already live when watching began. */
  toldAt: number | null;
  /** The last known details; undefined if there are none. */
  info?: Facts;
  /** Highest viewer count. */
  peakViewers?: number;
  /** Until when its start waits for facts, epoch ms; undefined if it does not wait. */
  factsUntil?: number;
}

/** A change of verdict that awaits confirmation, or of room in an open session (with `to` "on"). */
export interface Flip {
  to: "on" | "off";
  count: number;
  firstAt: number;
  /** The last poll that saw the opposite, epoch ms. */
  from: number | null;
  /** The last poll that saw it, epoch ms. */
  lastAt: number;
  /** For `on`: the room id; undefined if unknown. */
  room?: string;
  /** For `on`: the first poll before it that did not see the open session live; undefined if there was none. */
  overAt?: number;
  /** For `on`: unobserved periods of the session that it may open. */
  unknown?: Span[];
}

export interface LiveState {
  verdict: Verdict;
  since: number;
  /**
   * The last poll with a known verdict, epoch ms; null while it is known, as the last successful poll has that time.
   */
  knownAt: number | null;
  room: string | null;
  session: Session | null;
  flip: Flip | null;
  /** The last `off`, epoch ms; set while the verdict has been `paused` since, without an open session. */
  offAt?: number;
  /** The last known handle; undefined if there is none. */
  handle?: string;
  /** True until a verdict is confirmed. What is found until then was so before watching began. */
  baseline: boolean;
}
