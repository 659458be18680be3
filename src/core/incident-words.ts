import { type DatabaseUse, isNearlyUsedUp, percentUsed } from "./database-use.ts";
import type { Load } from "./load.ts";
import type { Problem } from "./reason.ts";
import type { BreakerReason } from "./circuit-breaker.ts";

interface UsedUp {
  queueRefusedAt: number;
  databaseUse: DatabaseUse | null;
}

const databaseText = (percent: number): string =>
  `${percent} % of the database rows per day of Cloudflare's free plan are used. Until midnight UTC, pages refresh once a minute, ` +
  "and digests and the deletion of old data are paused. Polls and alerts continue until the limit is reached. The paid plan has no daily limit.";

/** Daily limits of the free plan that are used up or nearly so. */
export function usedUp({ queueRefusedAt, databaseUse }: UsedUp, now: number): Problem[] {
  const troubles: Problem[] = [];
  if (queueRefusedAt !== 0)
    troubles.push({
      reason: "queue_refused",
      since: queueRefusedAt,
      detail:
        "The free plan's 10,000 queue operations per day are used up. Until the quota resets, each tick polls what it can without the queue. The paid plan has no daily limit.",
    });
  if (isNearlyUsedUp(databaseUse, now))
    troubles.push({ reason: "database_quota", since: 0, detail: databaseText(percentUsed(databaseUse, now)) });
  return troubles;
}

export const behindText = ({ p95GapSeconds }: Load): string =>
  `Polls fall behind: ${p95GapSeconds === null ? "some targets wait" : `5 % of the targets wait ${Math.round(p95GapSeconds)} seconds or longer`}, ` +
  "more than one and a half times its interval. Check how long the data service takes to answer and whether this machine has CPU time left, or poll less often.";

export const unknownText = ({ judged: evaluated, unknown }: Load): string =>
  `${unknown} of ${evaluated} creators have had no verdict for too long, so it is unknown whether they are live. ` +
  "Call live.check for one of them (POST /v1/upstream/probe) and check the operation's definition: where the rows are, and which values mean live and offline.";

/** Texts for the open circuit breaker of the account. */
export const breakerTexts: Record<BreakerReason, string> = {
  unauthorized:
    "The data service rejects the credentials (401). Only one test call is made every ten minutes. Correct the key or password of the account.",
  key_expired:
    "The data service says that the key session has expired (428). Only one test call is made every ten minutes. Renew the key there.",
  throttled:
    "The data service asked us to slow down (429). No calls are made until then. If this happens again, lower UPSTREAM_POLLS_PER_MINUTE.",
};

/** The text for an operation that is refused while everything else goes on. */
export function refusedText(operation: string, reason: BreakerReason, status: number): string {
  const rest = "Everything else is polled as usual.";
  if (reason === "throttled")
    return `The data service limits calls of ${operation} (${status}): its targets wait as long as it asked. ${rest}`;
  return `The data service refuses ${operation} (${status}): its targets are not polled, except for one test call every ten minutes. ${rest} Check that the account may use it, or remove these targets.`;
}
