import type { Say } from "../../core/sentence.ts";
import { type GrowingCount, unreadableSince } from "../../core/compared-numbers.ts";
import { inSight, isOut, leftAt, type Absence, type Sight } from "../../core/absence.ts";
import { iso } from "../../core/instant.ts";
import type { SeenIds } from "../../core/seen-ids.ts";
import type { GrowthState } from "../../core/surge.ts";
import type { LastValue, Seen } from "../kind.ts";
import type { HashtagSnapshot } from "./shape.ts";

/** One result of a search. */
export interface Found {
  /** Null if the row has none. Its name then identifies the hashtag. */
  cid: string | null;
  name: string | null;
  views: number | null;
  uses: number | null;
  /** From 1. */
  position: number;
  /** The counts that have a text which is none. */
  texts?: HashtagCount[];
}

/** The counts of a hashtag. */
export type HashtagCount = "views" | "uses";

export interface HashtagView extends Seen {
  found: Found[];
  /** True if all results, or the wanted number, were read. Only then does a missing result count as absent. */
  complete: boolean;
}

/** A stored hashtag. Its growth is measured in views. */
export interface KnownHashtag extends GrowthState {
  name: string;
  position: number;
  views: GrowingCount;
  uses: GrowingCount;
  absence: Absence | null;
  /** First sight, epoch ms. */
  seenAt: number;
  /** The first answer since which a count was missing or could not be read, epoch ms. */
  unreadable?: Partial<Record<HashtagCount, number>>;
}

export interface HashtagState extends Sight {
  since: number;
  /**
   * How many results any poll has reached so far; null for all of them. A hashtag first found beyond is not new,
   * because it may have been there before. 0 before the first poll.
   */
  readTo: number | null;
  sampledAt: number;
  /** The cids of hashtags that went out of sight long ago. */
  seen: SeenIds;
  /** By `cid`. */
  known: Record<string, KnownHashtag>;
}

/** The hashtags that count as found: in sight, or missing without proof. */
export const listed = ({ known }: HashtagState): [string, KnownHashtag][] =>
  Object.entries(known).filter(([, row]) => !isOut(row));

/**
 * The public snapshot: the known results in order. `doubtedSince` is there while answers lack most of them,
 * `unreadableSince` where a count can no longer be read.
 */
export const showHashtags = (state: HashtagState): HashtagSnapshot => ({
  results: listed(state)
    .sort(
      ([a, one], [b, other]) =>
        Number(inSight(other)) - Number(inSight(one)) || one.position - other.position || (a < b ? -1 : 1),
    )
    .map(([cid, { name, views, uses, position, absence, unreadable = {} }]) => ({
      cid,
      name,
      viewCount: unreadable.views === undefined ? views.value : null,
      useCount: unreadable.uses === undefined ? uses.value : null,
      // Another one can have its position by now.
      position: inSight({ absence }) ? position : null,
      ...unreadableSince(Object.values(unreadable)),
    })),
  ...(state.doubt === null ? {} : { doubtedSince: iso(state.doubt.since) }),
});

/** The last counts, by series. */
export const lastCounts = ({ known }: HashtagState): Record<string, LastValue> =>
  Object.fromEntries(
    Object.entries(known).flatMap(([cid, row]) =>
      (["views", "uses"] as const).flatMap((count): [string, LastValue][] => {
        const { value } = row[count];
        const until = leftAt(row) ?? row.unreadable?.[count] ?? null;
        return value === null ? [] : [[`${count}:${cid}`, { value, until }]];
      }),
    ),
  );

export function summaryOf(state: HashtagState, say: Say): string {
  const count = listed(state).length;
  if (state.readTo === 0 && count === 0) return say.text("not answered yet");
  return say.plural(count, "{n} hashtag", "{n} hashtags");
}

/** The state before the first answer. */
export const BLANK: HashtagState = { since: 0, readTo: 0, sampledAt: 0, size: 0, doubt: null, seen: "", known: {} };

/** The counts of a hashtag that are known, and that an answer has none for. */
export const lostIn = (row: KnownHashtag, now: Found): HashtagCount[] =>
  (["views", "uses"] as const).filter((name) => row[name].value !== null && now[name] === null);

/** A hashtag as people write it. */
export const tagText = (name: string): string => (name.startsWith("#") ? name : `#${name}`);
