import { iso } from "../../core/instant.ts";
import { clipped, lengthOf, shownSpans, withSpan, type Span } from "../../core/spans.ts";
import type { LiveChange } from "./events.ts";
import type { Session } from "./view.ts";

/** So many unknown stretches of one broadcast are remembered; beyond, those that are closest to each other become one. */
const MAX_UNKNOWN = 30;

/** When a poll was, epoch ms, and how long the one before it holds, milliseconds. */
interface Poll {
  at: number;
  holdsMs: number;
}

/** True where the service names a room, and it is another one than before; a room that nobody named is no other. */
export const isAnother = (room: string | null | undefined, before: string | null | undefined): boolean =>
  room != null && before != null && room !== before;

/** Unknown stretches with the time since the last poll that said anything, where that is longer than it holds; as fields to spread. */
export function unknownUpTo({ at, holdsMs }: Poll, since: number | null, unknown: Span[] = []): { unknown?: Span[] } {
  const blind = since !== null && at > since && at - since >= holdsMs;
  const all = blind ? withSpan(unknown, { from: since, to: at }, MAX_UNKNOWN) : unknown;
  return all.length === 0 ? {} : { unknown: all };
}

/** The session after a poll that said something of it; `since` is the last known verdict before. */
export function proven({ lostAt, unknown, ...session }: Session, since: number | null, poll: Poll): Session {
  return { ...session, ...unknownUpTo(poll, lostAt ?? since, unknown) };
}

/** The session after a poll that saw the creator in another room: it says nothing of this one. */
export const lost = (session: Session, since: number | null): Session =>
  session.lostAt !== undefined || since === null ? session : { ...session, lostAt: since };

/** The end of a session that was live after `from` and no longer at `to`. What no poll observed is not counted. */
export function ended(
  session: Session,
  { from, to }: { from: number | null; to: number },
  holdsMs: number,
): LiveChange {
  const { startedAt } = session;
  const { unknown = [] } = unknownUpTo({ at: to, holdsMs }, session.lostAt ?? null, session.unknown);
  const gaps = clipped(unknown, startedAt, to);
  const unknownSeconds = Math.round(lengthOf(gaps) / 1000);
  const key = String(startedAt);
  return {
    type: "live.ended",
    key,
    occurredAt: to,
    window: { from, to },
    data: {
      roomId: session.room,
      sessionId: session.id,
      startedAt: iso(startedAt),
      durationSeconds: Math.max(0, Math.round((to - startedAt) / 1000) - unknownSeconds),
      unknownSeconds,
      unknown: shownSpans(gaps),
      info: session.info ?? null,
      peakViewers: session.peakViewers ?? null,
    },
    ...(session.toldAt === null ? {} : { follows: { type: "live.started", key, detectedAt: session.toldAt } }),
  };
}
