import { madeId } from "../../core/ids.ts";
import { lastTime, nextTime } from "../../core/schedule.ts";
import { timesPassed } from "../../core/times-passed.ts";
import type { Digest } from "../../resources/digests/digest.ts";
import { factsOf } from "./digest.ts";
import type { Issue } from "./issue.ts";
import { periodAfter } from "./period.ts";

/** What a digest brings at `now`: an edition of its latest time. Pure. */
export function issueOf(digest: Digest, now: number): Issue {
  const { id, channelId, schedule, timezone } = digest;
  const clock = { pattern: schedule, timezone };
  const was = digest.nextAt!;
  const at = Math.max(was, lastTime(clock, now + 1) ?? was);
  const passedOver = timesPassed(clock, was, at);
  return {
    digestId: id,
    channelId,
    digest: { ...factsOf(digest), ...(passedOver === 0 ? {} : { passedOver }) },
    was,
    next: nextTime(clock, at),
    editions: [{ ...periodAfter(digest, was, at), id: `${id}/${at}`, deliveryId: madeId("dlv", id, "edition", at) }],
  };
}
