import type { Fault, FaultKind } from "../../../core/fault.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { instantOf } from "../../../core/parse-instant.ts";
import { openBroadcast } from "../../../flows/queries/broadcasts.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { seenOf } from "../../../resources/targets/seen.ts";
import { unknownSinceOf } from "../../../targets/proof.ts";
import { resolvingOf } from "../../../targets/resolving.ts";
import type { IconName } from "../icons.ts";
import { lasting } from "./time.ts";

/** A creator's status in words. */
export interface Standing {
  tone: "live" | "hand" | "plain";
  icon: IconName;
  words: string;
  /** The word before the time, if there is one: "since", "until". */
  link: string;
  at: number | null;
  /** Further explanation. */
  why: string | null;
}

const FAULTS: Record<FaultKind, string> = {
  throttled: "the service asked us to slow down",
  unreachable: "the service isn't responding",
  refused: "the service refused the request",
  gone: "the service no longer knows this name or ID",
  malformed: "we can't read the service's answer",
  bug: "an error in Tallylight, see the log",
};

/** Says why the last check failed. */
export const faultWords = ({ kind }: Fault): string => FAULTS[kind];

const standing = (words: string, more: Partial<Standing> = {}): Standing => ({
  tone: "plain",
  icon: "ended",
  words,
  link: "since",
  at: null,
  why: null,
  ...more,
});

/** Returns a creator's current status. It says "live" or "offline" only if that is known. */
export function standingOf(one: Target, horizon: Horizon): Standing {
  const why = one.fault === null ? null : faultWords(one.fault);
  if (!one.enabled) return standing("Paused", { icon: "pause" });
  const open = openBroadcast(one, horizon);
  const unknownSince = unknownSinceOf(one, horizon);
  if (unknownSince !== null && one.state !== null)
    return standing("Unknown", {
      tone: "hand",
      icon: "hand",
      at: unknownSince,
      why: [open === null ? null : "live before that", why].filter((text) => text !== null).join(": ") || null,
    });
  if (open !== null) {
    const seen = one.consecutiveFaults > 0 ? `not sure: ${why ?? "can't be checked"}` : null;
    return standing("Live", { tone: "live", icon: "now", at: open.startedAt, why: seen });
  }
  if (one.consecutiveFaults > 0)
    return standing("Can't be checked", { tone: "hand", icon: "hand", at: one.lastOkAt, why });
  if (one.state === null)
    return resolvingOf(one) === null
      ? standing("Not checked yet", { icon: "clock" })
      : standing("Lookup pending", { icon: "clock" });
  const { status, since } = seenOf(one, one.state);
  const at = since === null ? null : instantOf(since);
  const { verdict } = status as { verdict?: string };
  if (verdict === "unknown") return standing("Unknown", { tone: "hand", icon: "note", at });
  return standing(verdict === "off" ? "Offline" : "Live, not announced yet", { at });
}

/** Says how often a creator is checked. */
export function intervalWords({ enabled, intervalSeconds }: Pick<Target, "enabled" | "intervalSeconds">): string {
  if (!enabled) return "not checked";
  return intervalSeconds === 60 ? "every minute" : `every ${lasting(intervalSeconds * 1000)}`;
}

/** Returns a creator's name at the service: the handle, or else the id. */
export function calledOf({ params }: Pick<Target, "params">): string {
  const { handle, userId, roomId, url } = params;
  if (typeof handle === "string") return `@${handle}`;
  if (typeof userId === "string") return `id ${userId}`;
  if (typeof roomId === "string") return `room ${roomId}`;
  return typeof url === "string" ? url : "";
}

/** The labels of priorities. */
export const PRIORITIES: Record<string, string> = {
  1: "normal",
  2: "high",
  3: "highest",
};
