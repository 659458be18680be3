import { iso, isoOrNull } from "../../core/instant.ts";
import { clipped, lengthOf, displayedSpans, withSpan, type Span } from "../../core/spans.ts";
import type { LiveChange } from "./events.ts";
import type { LiveState, Session } from "./view.ts";
import type { TargetKind } from "../kind.ts";

/** Limit on the unknown periods stored for a stream. Beyond it, the closest ones are merged. */
const MAX_UNKNOWN = 200;

/** Time of a poll (epoch ms), and how long the verdict before it was valid (milliseconds). */
interface Poll {
  at: number;
  holdsMs: number;
}

/** Whether the service names another room than before. A missing room id does not count. */
export const isAnother = (room: string | null | undefined, before: string | null | undefined): boolean =>
  room != null && before != null && room !== before;

/**
 * Unknown periods including the time since the last known verdict, if that is longer than it was valid. Returned as
 * fields to spread.
 */
export function unknownUpTo({ at, holdsMs }: Poll, since: number | null, unknown: Span[] = []): { unknown?: Span[] } {
  const blind = since !== null && at > since && at - since >= holdsMs;
  const all = blind ? withSpan(unknown, { from: since, to: at }, MAX_UNKNOWN) : unknown;
  return all.length === 0 ? {} : { unknown: all };
}

/** The session after a poll that saw it. `since` is the time of the last known verdict before. */
export function proven({ lostAt, unknown, ...session }: Session, since: number | null, poll: Poll): Session {
  return { ...session, ...unknownUpTo(poll, lostAt ?? since, unknown) };
}

/** The session after a poll that saw another room, which proves nothing about this one. */
export const lost = (session: Session, since: number | null): Session =>
  session.lostAt !== undefined || since === null ? session : { ...session, lostAt: since };

/**
 * The end of a session that was live after `from` and no longer at `to`. Unobserved time does not count towards its
 * duration.
 */
export function ended(
  session: Session,
  { from, to }: { from: number | null; to: number },
  holdsMs: number,
): LiveChange {
  const { startedAt } = session;
  const { unknown = [] } = unknownUpTo({ at: to, holdsMs }, session.lostAt ?? null, session.unknown);
  const gaps = clipped(unknown, startedAt, to);
  const unknownSeconds = Math.round(lengthOf(gaps) / 1000);
  const follows = startOf(session);
  return {
    type: "live.ended",
    key: String(startedAt),
    occurredAt: to,
    window: { from, to },
    data: {
      roomId: session.room,
      sessionId: session.id,
      startedAt: iso(startedAt),
      startedAfter: isoOrNull(session.startedAfter),
      durationSeconds: Math.max(0, Math.round((to - startedAt) / 1000) - unknownSeconds),
      unknownSeconds,
      unknown: displayedSpans(gaps),
      info: session.info ?? null,
      peakViewers: session.peakViewers ?? null,
    },
    ...(follows === null ? {} : { follows }),
  };
}

/** The start of a session, as a change follows it; null if it was not reported. */
const startOf = ({ startedAt, toldAt }: Session): NonNullable<LiveChange["follows"]> | null =>
  toldAt === null ? null : { type: "live.started", key: String(startedAt), detectedAt: toldAt };

/** The start of the open session, and the last poll that saw it live; null if there is none, or it was not reported. */
export function standing({
  session,
  verdict,
  knownAt,
}: LiveState): ReturnType<NonNullable<TargetKind["verdicts"]>["standing"]> {
  const told = session === null ? null : startOf(session);
  if (session === null || told === null) return null;
  const unknownSince = verdict === "unknown" ? (knownAt ?? undefined) : undefined;
  return { told, seenAt: session.lostAt ?? session.lastOnAt ?? unknownSince };
}
