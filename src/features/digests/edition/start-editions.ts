import { derivedId } from "../../../core/ids.ts";
import { lastTime, nextTime } from "../../../core/schedule.ts";
import { timesPassed } from "../../../core/times-passed.ts";
import type { Digest } from "../resource/digest.ts";
import { scopesOf, type DigestFacts, type DigestList } from "../message/digest.ts";
import { periodAfter } from "./period.ts";

/** An edition to write, and the delivery that will carry it. */
interface NewEdition {
  id: string;
  deliveryId: string;
  digest: DigestFacts;
  from: number;
  to: number;
}

/**
 * The due times of a digest. `was` and `next` are its next time before and after; a write requires that it still is
 * `was`.
 */
export interface Issue {
  digestId: string;
  channelId: string;
  /** Null for an additional edition, which does not move the digest. */
  was: number | null;
  next: number | null;
  editions: NewEdition[];
}

export interface IssueDeps {
  /** The digests that are due, and the editions that are neither written nor being written. */
  dueDigests(now: number): Promise<{ digests: Digest[]; unwritten: string[] }>;
  /** The watchlists, and of which kinds each has targets. */
  digestLists(): Promise<DigestList[]>;
  /**
   * Creates editions and their deliveries and moves each digest on, in one step. Digests that have moved meanwhile are
   * skipped.
   */
  issue(issues: Issue[], now: number): Promise<void>;
  /** Orders an edition, to be written by a separate invocation. Returns false if the queue did not accept it. */
  order(editionId: string, at: number): Promise<boolean>;
}

/**
 * Starts the edition of each due digest, or one for each watchlist. If several times passed without a tick, it is for
 * the latest and counts the others. Content is written by invocations of their own; lost orders are repeated. Returns
 * the editions that could not be ordered.
 */
export async function issueDue(now: number, deps: IssueDeps): Promise<{ edition: string; at: number }[]> {
  const { digests, unwritten } = await deps.dueDigests(now);
  const lists = digests.some(({ perWatchlist }) => perWatchlist) ? await deps.digestLists() : [];
  const issues = digests.map((digest) => issueOf(digest, lists, now));
  if (issues.length > 0) await deps.issue(issues, now);
  const refused: { edition: string; at: number }[] = [];
  const editions = [...unwritten, ...issues.flatMap((one) => one.editions.map(({ id }) => id))];
  for (const edition of editions.slice(0, MAX_ORDERS))
    if (!(await deps.order(edition, now))) refused.push({ edition, at: now });
  return refused;
}

/** The most orders of an invocation, since each is a call. Later ticks order the rest. */
export const MAX_ORDERS = 20;

/** The editions of a digest at `now`, for its latest time. Pure. */
function issueOf(digest: Digest, lists: DigestList[], now: number): Issue {
  const { id, channelId, schedule, timezone } = digest;
  const clock = { pattern: schedule, timezone };
  const was = digest.nextAt!;
  const at = Math.max(was, lastTime(clock, now + 1) ?? was);
  const passedOver = timesPassed(clock, was, at);
  const passed = passedOver === 0 ? {} : { passedOver };
  return {
    digestId: id,
    channelId,
    was,
    next: nextTime(clock, at),
    editions: scopesOf(digest, lists).map(({ key, facts }) => ({
      ...periodAfter(digest, was, at, facts.timezone),
      digest: { ...facts, ...passed },
      id: [id, at, ...(key === null ? [] : [key])].join("/"),
      deliveryId: derivedId("dlv", id, "edition", at, ...(key === null ? [] : [key])),
    })),
  };
}
