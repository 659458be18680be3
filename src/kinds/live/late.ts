import type { Late } from "../../core/event.ts";
import type { LiveChange } from "./events.ts";
import { isAnother } from "./session.ts";
import type { LiveState, LiveView, Session, Notified } from "./view.ts";

/** How long the report of a start waits for facts. */
const WAITED_MS = 600_000;

/** While the wait lasts, facts are requested again within this many seconds. */
const REQUESTED_WITHIN_SECONDS = 60;

/** Seconds until facts are requested again, at the latest when the wait ends. Null if nothing is awaited. */
export function againForFacts(session: Session | null, at: number): number | null {
  if (session?.factsUntil === undefined) return null;
  return Math.min(REQUESTED_WITHIN_SECONDS, Math.max(1, Math.ceil((session.factsUntil - at) / 1000)));
}

/** A new session, waiting for facts if some may still come. */
export const waitingForFacts = (session: Session, notified: Notified | undefined, at: number): Session =>
  notified?.pending === true ? { ...session, factsUntil: at + WAITED_MS } : session;

/** The session without the wait for its facts. */
export function withoutWait({ factsUntil: _until, ...session }: Session): Session {
  return session;
}

/**
 * Reports a start again with its late facts. They came with this poll, or the wait is over: ten minutes have passed, or
 * the stream has ended. Null if nothing was awaited, or still is.
 */
export function lateStart(
  before: Session | null | undefined,
  after: LiveState,
  view: LiveView | undefined,
  at: number,
): { change: LiveChange; state: LiveState } | null {
  if (before?.factsUntil === undefined || before.toldAt === null) return null;
  const lasts = after.session?.id === before.id;
  // Facts from another room belong to another stream.
  const arrived = lasts && view?.told?.pending === false && !isAnother(view.room, after.session?.room);
  if (!arrived && lasts && at < before.factsUntil) return null;
  const late: Late = { facts: arrived ? "came" : "missing", detectedAt: before.toldAt };
  const session = withoutWait(after.session ?? before);
  const info = (lasts ? session.info : before.info) ?? null;
  const { startedAt, id, room } = before;
  const change: LiveChange = {
    type: "live.started",
    key: String(startedAt),
    occurredAt: startedAt,
    window: { from: null, to: startedAt },
    data: { roomId: room, sessionId: id, initial: false, info },
    late,
  };
  return { change, state: lasts ? { ...after, session } : after };
}
