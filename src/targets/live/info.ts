import type { Facts } from "../../core/facts.ts";
import { saysTheSame } from "../../core/named-values.ts";
import { foldedHandle } from "./handle.ts";
import type { Notified, Session } from "./view.ts";

/** A number that moved by this share of what is remembered is remembered anew. */
const MOVED = 0.1;

/** The viewers that the service counted; null where it told none. */
export const viewersOf = (info: Facts | null | undefined): number | null =>
  typeof info?.["viewers"] === "number" ? info["viewers"] : null;

/** What is told of a broadcast that begins; a creator who is known to have another handle by now has it, where nothing more is. */
export function infoAtStart(
  notified: Notified | undefined,
  handle: string | undefined,
  given: string | undefined,
): Facts | null {
  if (notified?.info) return notified.info;
  const renamed = handle !== undefined && given !== undefined && foldedHandle(handle) !== foldedHandle(given);
  return renamed ? { handle } : null;
}

/** The session with what was told of it: the same one where nothing worth a row has changed. */
export function informed(session: Session, info: Facts | null | undefined): Session {
  if (!info) return session;
  const viewers = viewersOf(info);
  const higher = viewers !== null && viewers > (session.peakViewers ?? -1);
  if (!higher && session.info !== undefined && !differs(session.info, info)) return session;
  return { ...session, info: { ...session.info, ...info }, ...(higher ? { peakViewers: viewers } : {}) };
}

const differs = (before: Facts, now: Facts): boolean =>
  Object.entries(now).some(([name, value]) => !alike(before[name], value));

/** Counts waver, and the address of one picture is signed anew with each answer: neither is a change. */
function alike(before: string | number | undefined, now: string | number): boolean {
  if (typeof before === "number" && typeof now === "number")
    return Math.abs(now - before) < MOVED * Math.max(1, before);
  if (typeof before === "string" && typeof now === "string") return saysTheSame(before, now);
  return before === now;
}
