import type { JsonObject } from "../../core/json.ts";

/** The targets that one invocation polls, as the tick deals them; also the message of the queue "polls". */
export interface Batch {
  /** The scheduled time of the tick, epoch ms: the time of everything that this batch finds. */
  tick: number;
  /** Its number within the tick; null for a poll that somebody asked for. */
  slot: number | null;
  /** How many batches this tick dealt. */
  batches: number;
  /** The upstream calls granted to what its polls take, pages included. */
  grant: number;
  /** Calls granted beyond for what is optional; an older version granted none. */
  spare?: number;
  /** Where no call is spare: so many targets are read last, and their calls go to what is optional if the others have such calls to make. */
  heldBack?: number;
  /** The one call let through while the gate is closed. */
  careful: boolean;
  /**
   * Ids, each with its last poll that was done (epoch ms, 0 for none), its share of the grant, and for how long up to that last poll
   * polls were at most 15 minutes apart (seconds; left out where that is not known).
   */
  targets: [id: string, lastAt: number, calls: number, steadySeconds?: number][];
  /** Those of them whose habit is to be learned anew; left out where the budget reaches all in time. */
  unlearned?: string[];
}

/** All calls that a batch was granted. */
export const grantedTo = ({ grant, spare = 0 }: Batch): number => grant + spare;

/** A target as a poll needs it. */
export interface WatchedTarget {
  id: string;
  kind: string;
  name: string;
  watchlistId: string;
  params: JsonObject;
  settings: JsonObject;
  announceInitial: boolean;
  intervalSeconds: number;
  sheetId: number;
  revision: number;
  judgedAt: number | null;
  /** Canonical JSON text of what its kind remembers. */
  state: string | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  onAir: boolean;
  /** Since when no verdict has come, once that was told; null while it is known. */
  unknownSince: number | null;
  /**
   * When its next start is expected, epoch ms, null where it has no usual hours; and how sure that is, null where a clock change makes the
   * hour itself uncertain.
   */
  expectedAt: number | null;
  expectedConfidence: number | null;
}
