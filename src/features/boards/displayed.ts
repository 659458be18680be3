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
 * or changed until somebody mends the channel. `trying`: an attempt failed, and others follow. `updated`: it says who is
 * live. `behind`: somebody else is live by now, and a tick changes it.
 */
export type BoardHealth =
  | { is: "soon" }
  | { is: "off" }
  | { is: "refused"; error: string; deliveryId: string }
  | { is: "trying"; error: string; deliveryId: string }
  | { is: "updated"; at: number }
  | { is: "behind"; at: number };

/** Whether two messages name the same creators as live; true if not all of them are known. */
function saysSame(before: BoardContent | null, now: BoardContent): boolean {
  if (before === null || before.atLeast || now.atLeast) return true;
  const lines = ({ onAir, more }: BoardContent) =>
    JSON.stringify([
      more,
      ...onAir.map(({ name, startedAt, unknownSince }) => [name, startedAt, unknownSince === undefined]),
    ]);
  return lines(before) === lines(now);
}

/** `now` is who is live right now; null if that was not read. */
export function healthOf(
  { delivery, content }: BoardRecord,
  isChannelOn: boolean,
  now: BoardContent | null,
): BoardHealth {
  if (!isChannelOn) return { is: "off" };
  if (delivery === null) return { is: "soon" };
  const { id, status, reason, attempts, sentAt } = delivery;
  if (status === "dead" || status === "suppressed")
    return { is: "refused", error: reason ?? attempts.at(-1)?.error ?? "", deliveryId: id };
  const error = attempts.at(-1)?.error ?? null;
  if (status === "pending" && error !== null) return { is: "trying", error, deliveryId: id };
  if (sentAt === null) return { is: "soon" };
  return now === null || saysSame(content, now) ? { is: "updated", at: sentAt } : { is: "behind", at: sentAt };
}
