import type { Late } from "../../core/event.ts";
import type { LiveChange } from "./events.ts";
import { isAnother } from "./session.ts";
import type { LiveState, LiveView, Session, Notified } from "./view.ts";

/** Facts of a start are waited for so long. */
const WAITED_MS = 600_000;

/** They are asked for again within this many seconds of the poll that found it. */
const ASKED_WITHIN_SECONDS = 60;

/** In how many seconds they are asked for again: with the next poll, and once more when nobody waits any longer; null where none are waited for. */
export function againForFacts(session: Session | null, at: number): number | null {
  if (session?.factsUntil === undefined) return null;
  if (session.factsUntil === at + WAITED_MS) return ASKED_WITHIN_SECONDS;
  return Math.max(1, Math.ceil((session.factsUntil - at) / 1000));
}

/** The session of a start that is reported at `at`, whose facts may still come. */
export const waitingForFacts = (session: Session, notified: Notified | undefined, at: number): Session =>
  notified?.pending === true ? { ...session, factsUntil: at + WAITED_MS } : session;

/** The session of a start whose facts nobody waits for. */
export function withoutWait({ factsUntil: _until, ...session }: Session): Session {
  return session;
}

/**
 * The start once more whose facts were waited for: they came with this poll, or nobody waits any more, since ten minutes have
 * passed or the broadcast is over. Null where there is none, and while it waits on.
 */
export function lateStart(
  before: Session | null | undefined,
  after: LiveState,
  view: LiveView | undefined,
  at: number,
): { change: LiveChange; state: LiveState } | null {
  if (before?.factsUntil === undefined || before.toldAt === null) return null;
  const lasts = after.session?.id === before.id;
  // What is said of another broadcast is none of its facts.
  const came = lasts && view?.told?.pending === false && !isAnother(view.room, after.session?.room);
  if (!came && lasts && at < before.factsUntil) return null;
  const late: Late = { facts: came ? "came" : "missing", detectedAt: before.toldAt };
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
