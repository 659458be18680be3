import type { Attempt, BoardContent, DeliveryStatus } from "../../core/delivery.ts";

/** A board with the delivery of its message; null before the first one. */
export interface BoardRecord {
  id: string;
  name: string;
  channelId: string;
  watchlistId: string | null;
  /** What its message says; null until a tick has computed it. */
  content: BoardContent | null;
  /** The tick of the last update, epoch ms; 0 for none. */
  shownAt: number;
  delivery: {
    id: string;
    status: DeliveryStatus;
    reason: string | null;
    sentAt: number | null;
    madeAt: number;
    attempts: Attempt[];
    /** Identifies the message at its destination; null while there is none, or if it is not known. */
    messageRef: string | null;
  } | null;
}

export interface BoardPageDeps {
  /** All boards, oldest first: three rows each. */
  displayed(): Promise<BoardRecord[]>;
}

export interface BoardPorts {
  boards: BoardPageDeps;
}

/**
 * How the message of a board is doing. `soon`: a tick posts it. `off`: its channel is off. `refused`: it can't be posted
 * or changed until somebody mends the channel. `trying`: an attempt failed, and others follow. `updated`: it says what
 * was known at the last tick that changed it.
 */
export type BoardHealth =
  | { is: "soon" }
  | { is: "off" }
  | { is: "refused"; error: string; deliveryId: string }
  | { is: "trying"; error: string; deliveryId: string }
  | { is: "updated"; at: number };

export function healthOf({ delivery }: BoardRecord, isChannelOn: boolean): BoardHealth {
  if (!isChannelOn) return { is: "off" };
  if (delivery === null) return { is: "soon" };
  const { id, status, reason, attempts, sentAt } = delivery;
  if (status === "dead" || status === "suppressed")
    return { is: "refused", error: reason ?? attempts.at(-1)?.error ?? "", deliveryId: id };
  const error = attempts.at(-1)?.error ?? null;
  if (status === "pending" && error !== null) return { is: "trying", error, deliveryId: id };
  return sentAt === null ? { is: "soon" } : { is: "updated", at: sentAt };
}
