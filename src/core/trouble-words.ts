import { isNearlyUsedUp, percentUsed, type DatabaseUse } from "./database-use.ts";
import type { CircuitBreaker } from "./gate.ts";
import type { Load } from "./load.ts";
import type { Trouble } from "./reason.ts";

interface UsedUp {
  queueRefusedAt: number;
  databaseUse: DatabaseUse | null;
}

const databaseText = (percent: number): string =>
  `${percent} % of the rows that Cloudflare's free plan gives the database a day are used: until midnight UTC pages refresh once a minute, ` +
  "and digests and the deletion of what is old wait. Polls and alerts go on until nothing is left. The paid plan has no such limit.";

/** What a day of the free plan has, used up or nearly. */
export function usedUp({ queueRefusedAt, databaseUse }: UsedUp, now: number): Trouble[] {
  const troubles: Trouble[] = [];
  if (queueRefusedAt !== 0)
    troubles.push({
      reason: "queue_refused",
      since: queueRefusedAt,
      detail:
        "The free plan has 10,000 queue operations a day: until they are there again each tick polls what it can by itself. The paid plan has more.",
    });
  if (isNearlyUsedUp(databaseUse, now))
    troubles.push({ reason: "database_quota", since: 0, detail: databaseText(percentUsed(databaseUse, now)) });
  return troubles;
}

/** That polls come late. */
export const behindText = ({ p95GapSeconds }: Load): string =>
  `Polls fall behind: ${p95GapSeconds === null ? "some targets wait" : `one target in twenty waits ${Math.round(p95GapSeconds)} seconds or longer`}, ` +
  "more than one and a half times what was asked for. Look how long the service takes to answer, and whether this machine has CPU time left; else poll less often.";

/** That nobody knows of many creators. */
export const unknownText = ({ judged: evaluated, unknown }: Load): string =>
  `${unknown} of ${evaluated} creators have had no verdict for too long: nobody knows whether they are live. ` +
  "Call live.check for one of them (POST /v1/upstream/probe) and compare the answer with how it is read: where its rows are, and which values mean on and off.";

/** Why nothing is called. */
export const shutWords: Record<CircuitBreaker["reason"], string> = {
  unauthorized:
    "The upstream refuses our credentials (401); one careful call every ten minutes. Set UPSTREAM_USERNAME and UPSTREAM_PASSWORD.",
  key_expired:
    "The upstream says that the key session has expired (428); one careful call every ten minutes. Renew the key there.",
  throttled:
    "The upstream asked us to slow down (429); nothing is called until then. If it comes again, lower UPSTREAM_POLLS_PER_MINUTE.",
};
