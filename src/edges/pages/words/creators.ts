import type { Fault, FaultKind } from "../../../core/fault.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { instantOf } from "../../../core/instant-of.ts";
import { openBroadcast } from "../../../flows/browse/broadcasts.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { seenOf } from "../../../resources/targets/seen.ts";
import { unknownSinceOf } from "../../../targets/proof.ts";
import { resolvingOf } from "../../../targets/resolving.ts";
import type { IconName } from "../icons.ts";
import { lasting } from "./time.ts";

/** How a creator is, in words. */
export interface Standing {
  tone: "live" | "hand" | "plain";
  icon: IconName;
  words: string;
  /** Said before the instant, where there is one: "since", "until". */
  link: string;
  at: number | null;
  /** What more is to be said. */
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

/** Why the last check failed, for people. */
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

/** How a creator is now; "live" and "offline" only where that is known. */
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

/** How often a creator is checked. */
export function intervalWords({ enabled, intervalSeconds }: Pick<Target, "enabled" | "intervalSeconds">): string {
  if (!enabled) return "not checked";
  return intervalSeconds === 60 ? "every minute" : `every ${lasting(intervalSeconds * 1000)}`;
}

/** What a creator is called at the service: the handle, else the id. */
export function calledOf({ params }: Pick<Target, "params">): string {
  const { handle, userId, roomId, url } = params;
  if (typeof handle === "string") return `@${handle}`;
  if (typeof userId === "string") return `id ${userId}`;
  if (typeof roomId === "string") return `room ${roomId}`;
  return typeof url === "string" ? url : "";
}

/** What the priority means to people. */
export const PRIORITIES: Record<string, string> = {
  1: "normal",
  2: "high",
  3: "highest",
};
