import { isObject } from "../../../core/json.ts";
import type { Fault, FaultKind } from "../../../core/fault.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { instantOf } from "../../../core/instant.ts";
import { openBroadcast } from "../../history/broadcasts.ts";
import type { Target } from "../resource/form.ts";
import { seenOf } from "../resource/seen.ts";
import { refusalOf } from "../../../kinds/operations.ts";
import { unknownSinceOf } from "../../../kinds/proof.ts";
import type { IconName } from "../../../ui/icons.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { lasting } from "../../../ui/words/time.ts";

/** A creator's status in words. */
export interface CurrentStatus {
  tone: "live" | "hand" | "plain";
  icon: IconName;
  words: string;
  /** Since when, epoch ms; null if unknown. */
  at: number | null;
  /** False if that may have begun earlier; true by default. */
  seen?: boolean;
  /** Further explanation. */
  why: string | null;
}

const FAULTS: Record<FaultKind, string> = {
  throttled: marked("the service asked us to slow down"),
  unreachable: marked("the service isn't responding"),
  refused: marked("the service refused the request"),
  gone: marked("your service doesn't know this name or ID"),
  malformed: marked("we can't read the service's answer"),
  unreadable: marked("we can't read a number in the answer any more"),
  bug: marked("an error in Tallylight, see the log"),
};

type FaultRead = Pick<Fault, "kind" | "status"> & { detail?: string };

/** What the service asks by and a target lacks. */
const LACKING: [begins: RegExp, words: string][] = [
  [/^not asked: (it has no )?handle/, marked("the service needs an @handle")],
  [/^not asked: (it has no )?userId/, marked("the service needs a user ID")],
  [/^not asked: its service/, marked("your service is disconnected")],
  [/^not asked: another service/, marked("another service is connected, or it was deleted")],
];

/** Says that the service can't be asked about a target, because of what it lacks; null for another fault. */
const lackingWords = ({ detail = "" }: FaultRead): string | null => {
  const found = LACKING.find(([begins]) => begins.test(detail));
  return found === undefined ? null : t(found[1]);
};

/** Says why the last check failed, with the status that the service answered where that is all that is known. */
export function faultInFull(fault: FaultRead): string {
  const { kind, status } = fault;
  const lacking = lackingWords(fault);
  if (lacking !== null) return lacking;
  if (status === null || (kind !== "unreachable" && kind !== "refused")) return t(FAULTS[kind]);
  return kind === "unreachable"
    ? t("the service answered {status}", { status: String(status) })
    : t("the service refused the request ({status})", { status: String(status) });
}

/** Says why the last check failed. */
export const faultWords = (fault: FaultRead): string => lackingWords(fault) ?? t(FAULTS[fault.kind]);

const standing = (words: string, more: Partial<CurrentStatus> = {}): CurrentStatus => ({
  tone: "plain",
  icon: "ended",
  words,
  at: null,
  why: null,
  ...more,
});

/** A status that is this close to the creation of a target may have begun before it. */
const FIRST_CHECKS_MS = 10 * 60_000;

/** True if the last checks saw no stream anymore, too few of them to call it over. */
export const isEnding = ({ state }: Pick<Target, "state">): boolean =>
  isObject(state) && isObject(state["session"]) && isObject(state["flip"]) && state["flip"]["to"] === "off";

/** Returns a creator's current status. It says "live" or "offline" only if that is known. */
export function standingOf(one: Target, horizon: Horizon): CurrentStatus {
  const refusal = refusalOf(one, horizon);
  const fault = one.fault ?? refusal;
  const why = fault === null ? null : faultWords(fault);
  if (!one.enabled) return standing(t("Paused"), { icon: "pause" });
  const open = openBroadcast(one, horizon);
  const unknownSince = unknownSinceOf(one, horizon);
  if (unknownSince !== null && one.state !== null)
    return standing(t("Unknown"), {
      tone: "hand",
      icon: "hand",
      at: unknownSince,
      why: open === null ? why : why === null ? t("live before that") : t("live before that: {why}", { why }),
    });
  if (open !== null) {
    const doubt =
      one.consecutiveFaults > 0
        ? t("not sure: {why}", { why: why ?? t("can't be checked") })
        : isEnding(one)
          ? t("looks offline, being confirmed")
          : null;
    return standing(t("Live"), { tone: "live", icon: "now", at: open.startedAt, seen: open.startSeen, why: doubt });
  }
  if (one.consecutiveFaults > 0 || refusal !== null)
    return standing(t("Can't be checked"), { tone: "hand", icon: "hand", at: one.lastOkAt, why });
  if (one.state === null) return standing(t("Not checked yet"), { icon: "clock" });
  const { status, since } = seenOf(one, one.state);
  const at = since === null ? null : instantOf(since);
  const { verdict } = status as { verdict?: string };
  if (verdict === "unknown") return standing(t("Unknown"), { tone: "hand", icon: "note", at });
  // Before the first check nothing is known.
  const seen = at === null || at - one.createdAt > FIRST_CHECKS_MS;
  return standing(t(verdict === "off" ? "Offline" : "Live, not announced yet"), { at, seen });
}

/** Says how often a creator is checked. */
export function intervalWords({ enabled, intervalSeconds }: Pick<Target, "enabled" | "intervalSeconds">): string {
  if (!enabled) return t("not checked");
  return intervalSeconds === 60
    ? t("every minute")
    : t("every {duration}", { duration: lasting(intervalSeconds * 1000) });
}

/** Returns a creator's name at the service: the handle, or else the id. */
export function calledOf({ params }: Pick<Target, "params">): string {
  const { handle, userId, roomId, url } = params;
  if (typeof handle === "string") return `@${handle}`;
  if (typeof userId === "string") return t("id {id}", { id: userId });
  if (typeof roomId === "string") return t("room {id}", { id: roomId });
  return typeof url === "string" ? url : "";
}

/** The labels of priorities. */
export const PRIORITIES: Record<string, string> = {
  1: marked("normal"),
  2: marked("high"),
  3: marked("highest"),
};
