import type { Period } from "../period.ts";
import type { Seen, Watched } from "../watched.ts";

/** One hashtag of one search. */
export type FoundTag = {
  cid: string;
  /** "" where all hashtags are of one. */
  region: string;
  /** Null where nobody said. */
  name: string | null;
  /** Views at the begins of the four periods before, at this one's begin and at the ends of its steps. */
  views: (number | null)[];
  /** Whether it was among the results. */
  atBegin: boolean;
  atEnd: boolean;
  surged: boolean;
};

/** One search's hashtags. */
export type HashtagMeasure = Seen & { tags: FoundTag[] };

type Row = { name: string; region: string; views: number };

/** A hashtag that grew. */
export type GrownTag = Row & {
  added: number;
  /** Null from too few views: a percentage of little says little. */
  percent: number | null;
  /** How far it is above its own habit and the group; null where too little is known. */
  score: number | null;
  trend: boolean;
  /** Growth since the period's begin in percent, at the end of each step. */
  points: (number | null)[];
};

/** What a digest says about hashtags. */
export type HashtagsData = {
  period: Period;
  watched: Watched;
  /** Hashtags among the results at the end, each once a region. */
  found: number;
  /** Those whose views at begin and end are known, and what they gained. */
  known: number;
  added: number;
  /** What was gained now and in the period before by those of which both is known. */
  compared: { tags: number; before: number; now: number };
  /** The median growth in percent, and of how many. */
  group: { tags: number; percent: number | null };
  /** Hashtags with a score, and those scored by their own earlier periods. */
  scored: number;
  scoredByOwn: number;
  trends: number;
  appeared: number;
  gone: number;
  surged: number;
  /** How many grew by a known percentage, and by any number of views. */
  grewPercent: number;
  grew: number;
  quickest: { name: string; region: string; percent: number } | null;
  /** Trends by their score, then the others by percent. */
  fastest: GrownTag[];
  /** By views gained. */
  most: GrownTag[];
  /** New among the results, by views. */
  fresh: Row[];
};
