import type { Judging } from "../judgment.ts";
import type { LiveParams, LiveSettings } from "./params.ts";
import { isAnother, unknownUpTo } from "./session.ts";
import type { Flip, LiveState, LiveView, Session } from "./view.ts";

export type Input = Judging<LiveParams, LiveSettings, LiveState, LiveView>;

/** The last poll with a known verdict. */
export function knownAt({ before, lastOkAt, at }: Input): number | null {
  if (before === null) return null;
  const known = before.verdict === "unknown" ? before.knownAt : (lastOkAt ?? before.since);
  return known === null ? null : Math.min(known, at);
}

/** The state with this poll's verdict; sessions are unchanged. */
export function seen({ before, view, at }: Input): LiveState {
  const handle = view.told?.handle ?? before?.handle;
  return {
    verdict: view.verdict,
    since: before?.verdict === view.verdict ? before.since : at,
    knownAt: null,
    room: view.room ?? before?.room ?? null,
    session: before?.session ?? null,
    flip: before?.flip ?? null,
    baseline: false,
    ...(handle === undefined ? {} : { handle }),
  };
}

/** The open session once the verdict is no longer `on`, with the time of its last `on`. */
export function leavingOn(input: Input): Session | null {
  const session = input.before?.session ?? null;
  if (session === null || session.lastOnAt !== null) return session;
  return { ...session, lastOnAt: knownAt(input) ?? input.at };
}

/** Whether this poll sees another room, and the last `on` was longer ago than the grace period. */
export const movedOn = (room: string | null | undefined, lastOnAt: number, { view, at, settings }: Input): boolean =>
  isAnother(view.room, room) && at - lastOnAt > settings.graceSeconds * 1000;

/**
 * The row of `on` verdicts that includes this poll. If this is its first, `from` is the last poll that saw something
 * else.
 */
export function rowOfOn(input: Input, from: number | null): Flip {
  const { before, view, at } = input;
  const last = before?.flip ?? null;
  const room = view.room ?? (last?.to === "on" ? last.room : undefined);
  const now = { lastAt: at, ...(room === undefined ? {} : { room }) };
  if (last?.to !== "on") {
    return { to: "on", count: 1, firstAt: at, from, ...(last === null ? {} : { overAt: last.firstAt }), ...now };
  }
  const lastAt = last.lastAt ?? last.firstAt;
  if (!movedOn(last.room, lastAt, input))
    return { ...last, count: last.count + 1, ...now, ...unknownUpTo(input, knownAt(input), last.unknown) };
  return { to: "on", count: 1, firstAt: at, from: lastAt, overAt: last.overAt ?? last.firstAt, ...now };
}
