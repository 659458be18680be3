import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** A hashtag in the results of a search. */
export type FoundTag = {
  cid: string;
  /** "" if all hashtags are of the same region. */
  region: string;
  /** Null if unknown. */
  name: string | null;
  /** Views at the starts of the four previous periods, at the start of this one, and at the ends of its steps. */
  views: (number | null)[];
  /** Whether it was in the results. */
  atBegin: boolean;
  atEnd: boolean;
  surged: boolean;
};

/** The hashtags of a search. */
export type HashtagMeasure = TargetWatch & { tags: FoundTag[] };

type Row = { name: string; region: string; views: number };

/** A hashtag that grew. */
export type GrownTag = Row & {
  added: number;
  /** Null if it started with too few views. */
  percent: number | null;
  /** How far it is above its usual growth and the group's; null if too little is known. */
  score: number | null;
  trend: boolean;
  /** Growth in percent since the start of the period, at the end of each step. */
  points: (number | null)[];
};

/** The digest data of hashtags. */
export type HashtagsData = {
  period: Period;
  watched: Watched;
  /** Hashtags in the results at the end, counted once per region. */
  found: number;
  /** Hashtags with known views at start and end, and the views that they gained. */
  known: number;
  added: number;
  /** Views gained now and in the previous period, by hashtags for which both are known. */
  compared: { tags: number; before: number; now: number };
  /** The median growth in percent, and the number of hashtags with known growth. */
  group: { tags: number; percent: number | null };
  /** Hashtags with a score, and those scored by their own earlier periods. */
  scored: number;
  scoredByOwn: number;
  trends: number;
  appeared: number;
  gone: number;
  surged: number;
  /** The number of hashtags that grew by a known percentage, and that gained any views. */
  grewPercent: number;
  grew: number;
  quickest: { name: string; region: string; percent: number } | null;
  /** Trends by score, then others by percent. */
  fastest: GrownTag[];
  /** By views gained. */
  most: GrownTag[];
  /** New in the results, by views. */
  fresh: Row[];
};
