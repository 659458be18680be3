import type { Facts } from "../../core/facts.ts";
import { saysTheSame } from "../../core/named-values.ts";
import { foldedHandle } from "./handle.ts";
import type { Notified, Session } from "./view.ts";

/** Numbers are stored again if they have changed by this share. */
const MOVED = 0.1;

/** The viewer count; null if the service reported none. */
export const viewersOf = (info: Facts | null | undefined): number | null =>
  typeof info?.["viewers"] === "number" ? info["viewers"] : null;

/** The details of a start. Without any, a handle that is known to have changed. */
export function infoAtStart(
  notified: Notified | undefined,
  handle: string | undefined,
  provided: string | undefined,
): Facts | null {
  if (notified?.info) return notified.info;
  const renamed = handle !== undefined && provided !== undefined && foldedHandle(handle) !== foldedHandle(provided);
  return renamed ? { handle } : null;
}

/**
 * Adds details to a session. Viewers belong to their moment: without any this time, earlier ones are no longer current,
 * while a title or name stays. Returns the same object if nothing has changed enough to be stored.
 */
export function informed(session: Session, info: Facts | null | undefined): Session {
  if (!info) return session;
  const viewers = viewersOf(info);
  const higher = viewers !== null && viewers > (session.peakViewers ?? -1);
  const { viewers: last, ...lasting } = session.info ?? {};
  const lost = last !== undefined && info["viewers"] === undefined;
  if (!higher && !lost && session.info !== undefined && !differs(session.info, info)) return session;
  return { ...session, info: { ...lasting, ...info }, ...(higher ? { peakViewers: viewers } : {}) };
}

const differs = (before: Facts, now: Facts): boolean =>
  Object.entries(now).some(([name, value]) => !alike(before[name], value));

/** Counts fluctuate, and a picture's URL has a new signature in each answer. Neither is a change. */
function alike(before: string | number | undefined, now: string | number): boolean {
  if (typeof before === "number" && typeof now === "number")
    return Math.abs(now - before) < MOVED * Math.max(1, before);
  if (typeof before === "string" && typeof now === "string") return saysTheSame(before, now);
  return before === now;
}
