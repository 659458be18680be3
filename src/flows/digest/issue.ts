import { derivedId } from "../../core/ids.ts";
import { lastTime, nextTime } from "../../core/schedule.ts";
import { timesPassed } from "../../core/times-passed.ts";
import type { Digest } from "../../resources/digests/digest.ts";
import { factsOf, type DigestFacts } from "./digest.ts";
import { periodAfter } from "./period.ts";

/** An edition that is to be written, with the delivery that will bring it. */
interface NewEdition {
  id: string;
  deliveryId: string;
  from: number;
  to: number;
}

/** A digest's times that have come: `was` and `next` are its next time before and after, compared when it is written. */
export interface Issue {
  digestId: string;
  channelId: string;
  digest: DigestFacts;
  /** Null for an edition out of turn: then the digest stays where it is. */
  was: number | null;
  next: number | null;
  editions: NewEdition[];
}

export interface IssueDeps {
  /** The digests whose time has come, and the editions that nobody has written or is writing. */
  dueDigests(now: number): Promise<{ digests: Digest[]; unwritten: string[] }>;
  /** Makes editions and their deliveries, and moves each digest on: in one step, and only from where it stood. */
  issue(issues: Issue[], now: number): Promise<void>;
  /** Has an edition written by an invocation of its own; false where the queue did not take the order. */
  order(editionId: string, at: number): Promise<boolean>;
}

/**
 * At each of a digest's times makes one edition. Where several passed while no tick came, one edition of the latest says
 * how many were passed over. Content comes later, by an invocation of its own; what was lost on the way is ordered again.
 * Answers the editions that could not be ordered.
 */
export async function issueDue(now: number, deps: IssueDeps): Promise<{ edition: string; at: number }[]> {
  const { digests, unwritten } = await deps.dueDigests(now);
  const issues = digests.map((digest) => issueOf(digest, now));
  if (issues.length > 0) await deps.issue(issues, now);
  const refused: { edition: string; at: number }[] = [];
  for (const edition of [...unwritten, ...issues.flatMap(({ editions }) => editions.map((one) => one.id))])
    if (!(await deps.order(edition, now))) refused.push({ edition, at: now });
  return refused;
}

/** What a digest brings at `now`: an edition of its latest time. Pure. */
function issueOf(digest: Digest, now: number): Issue {
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
    editions: [{ ...periodAfter(digest, was, at), id: `${id}/${at}`, deliveryId: derivedId("dlv", id, "edition", at) }],
  };
}
