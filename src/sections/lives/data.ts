import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** Milliseconds after the start of the period. */
type Span = [from: number, to: number];

/** The time live of one creator. */
export type LiveMeasure = TargetWatch & {
  name: string;
  /** Distinguishes creators of the same name. */
  told: string;
  /** Within the period. */
  airtimeMs: number;
  /** In the previous period; null if less than half of it or of this one is known. */
  beforeMs: number | null;
  /** The number of sessions in the period. */
  sessions: number;
  /** The number of local days with time live. */
  days: number;
  /** The longest time of one session within the period. */
  longestMs: number;
  onAirAtEnd: boolean;
  /** In the local month in which the period ends, up to that end. */
  monthMs: number;
  /** The projection for that month; null if less than a day of it was watched. */
  paceMs: number | null;
  /** Time live in each step of the period. */
  spark: number[];
  /** For charts: breaks too short to be visible are closed. */
  spans: Span[];
};

type LiveRow = {
  name: string;
  airtimeMs: number;
  beforeMs: number | null;
  sessions: number;
  days: number;
  spark: number[];
  /** Empty if the row is not drawn. */
  spans: Span[];
};

/** The digest data of live creators. */
export type LivesData = {
  period: Period;
  watched: Watched;
  airtimeMs: number;
  sessions: number;
  /** Creators who were live at all, and at the end of the period. */
  live: number;
  onAirAtEnd: number;
  /** Creators of whom enough is known of both periods, and their time live then and now. */
  compared: { creators: number; beforeMs: number; nowMs: number };
  month: { name: string; soFarMs: number; paceMs: number | null };
  longest: { name: string; ms: number } | null;
  /** By time live. */
  most: LiveRow[];
  /** By difference from the previous period. */
  moved: { name: string; airtimeMs: number; beforeMs: number }[];
  movedCount: number;
  /** By projection. */
  paces: { name: string; monthMs: number; paceMs: number }[];
  pacesCount: number;
};
