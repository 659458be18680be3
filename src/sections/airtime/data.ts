import type { AirtimeRow, AirtimeTotals } from "../../core/airtime.ts";
import type { Period } from "../period.ts";
import type { Watched } from "../watched.ts";

/** The digest data of an airtime report. */
export type AirtimeData = {
  period: Period;
  watched: Watched;
  totals: AirtimeTotals;
  /** Creators who were watched for all of the previous period, and their airtime then and now. */
  compared: { creators: number; beforeSeconds: number; nowSeconds: number };
  /** The known share of the time, 0 to 1; null if nothing is known. */
  coverage: number | null;
  /** Creators with a goal, and how many reached it, or are behind or missed it. */
  goals: { creators: number; reached: number; failing: number };
  /** The first creators by airtime, at most `MAX_ROWS`. */
  rows: AirtimeRow[];
  /** Creators with a goal, those that fail first: at most ten. */
  standings: GoalRow[];
};

export type GoalRow = Pick<AirtimeRow, "name" | "goal">;

/** The creators that a digest stores: about 300 KB. */
export const MAX_ROWS = 500;
