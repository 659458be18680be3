import type { Period } from "../period.ts";
import type { Seen, Watched } from "../watched.ts";

/** From and to, ms after the period's begin. */
type Span = [from: number, to: number];

/** One creator's time on air. */
export type LiveMeasure = Seen & {
  name: string;
  /** What tells it from others of its name. */
  told: string;
  /** Within the period. */
  airtimeMs: number;
  /** In the period before; null where the creator was not watched all through it. */
  beforeMs: number | null;
  /** How many sessions were on air in the period. */
  sessions: number;
  /** On how many local days. */
  days: number;
  /** The longest time in the period of one session. */
  longestMs: number;
  onAirAtEnd: boolean;
  /** In the local month of the period's end, up to that end. */
  monthMs: number;
  /** What that comes to at the month's end; null where less than a day of the month was watched. */
  paceMs: number | null;
  /** Time on air in each step of the period. */
  spark: number[];
  /** For drawing: breaks too short to be seen are closed. */
  spans: Span[];
};

type LiveRow = {
  name: string;
  airtimeMs: number;
  beforeMs: number | null;
  sessions: number;
  days: number;
  spark: number[];
  /** Empty where the row is not drawn. */
  spans: Span[];
};

/** What a digest says about live creators. */
export type LivesData = {
  period: Period;
  watched: Watched;
  airtimeMs: number;
  sessions: number;
  /** Creators who were on air at all, and at the period's end. */
  live: number;
  onAirAtEnd: number;
  /** The creators who were watched all through the period before, and their time on air then and now. */
  compared: { creators: number; beforeMs: number; nowMs: number };
  month: { name: string; soFarMs: number; paceMs: number | null };
  longest: { name: string; ms: number } | null;
  /** By time on air. */
  most: LiveRow[];
  /** By the difference from the period before. */
  moved: { name: string; airtimeMs: number; beforeMs: number }[];
  movedCount: number;
  /** By pace. */
  paces: { name: string; monthMs: number; paceMs: number }[];
  pacesCount: number;
};
