import type { Period } from "../period.ts";
import type { TargetWatch, Watched } from "../watched.ts";

/** A number of a record over the period. */
export type RecordNumber = {
  field: string;
  /** At the start of the period and the ends of its steps; null where it is unknown. */
  values: (number | null)[];
};

/** The highest milestone that a number reached. */
export type Milestone = { field: string; milestone: number; at: number };

/** A record. */
export type RecordMeasure = TargetWatch & {
  name: string;
  told: string;
  numbers: RecordNumber[];
  milestones: Milestone[];
  /** How often its texts changed. */
  texts: number;
};

/** A number that changed. */
export type MovedNumber = {
  name: string;
  field: string;
  before: number;
  after: number;
  /** Null if it started at zero or below. */
  percent: number | null;
  /** Change in percent since the start, at the end of each step; null where it is unknown or below the start. */
  points: (number | null)[];
};

/** The digest data of records. */
export type RecordsData = {
  period: Period;
  watched: Watched;
  /** Numbers known at two times of the period. */
  known: number;
  risen: number;
  fallen: number;
  /** Numbers that reached a milestone. */
  reached: number;
  texts: number;
  /** By percent. */
  rises: MovedNumber[];
  falls: MovedNumber[];
  /** By the time at which they were reached, latest first. */
  milestones: ({ name: string } & Milestone)[];
};
