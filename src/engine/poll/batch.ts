import type { JsonObject } from "../../core/json.ts";

/**
 * The deliveries that this process is sending. Leases use tick time, so a replay that runs days in seconds can outrun
 * one. This record covers the real duration of a lease. It is lost with the process, and the lease decides then.
 */
export class InFlight {
  readonly #until = new Map<string, number>();

  /** `until` is wall clock, epoch ms. */
  begin(ids: string[], until: number): void {
    for (const id of ids) this.#until.set(id, until);
  }

  end(ids: string[]): void {
    for (const id of ids) this.#until.delete(id);
  }

  ids(wallNow: number): string[] {
    for (const [id, until] of this.#until) if (until <= wallNow) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}

/** The targets that one invocation polls, as assigned by a tick or requested by somebody. Also the message of the queue "polls". */
export interface Batch {
  /** The scheduled time of the tick, epoch ms. It is the time of everything that the batch finds. */
  tick: number;
  /** Its number within the tick; null for a poll that somebody requested. */
  slot: number | null;
  /** The number of batches of this tick. */
  batches: number;
  /** Upstream calls granted for polls, including further pages. */
  grant: number;
  /** Further calls granted for optional calls; omitted for none. */
  spare?: number;
  /**
   * The number of targets to poll last if no calls are spare. Their calls go to optional calls of the others. Targets that
   * share a call count as one.
   */
  heldBack?: number;
  /** True for the test call while the circuit breaker of the account is open. */
  careful: boolean;
  /** Operations whose open breaker this batch tests by one call; omitted for none. */
  tests?: string[];
  /**
   * Targets of two operations, best the one that most depends on: one of them is called if an operation refuses, to find
   * out whether the account is refused. Empty if only one operation is polled, omitted if unknown.
   */
  witnesses?: string[];
  /**
   * For each target: its last finished poll (epoch ms, 0 for none), its share of the grant, and for how many seconds
   * before that poll consecutive polls were at most 15 minutes apart (omitted if unknown). `alone` is 1 if it shares no
   * call.
   */
  targets: [id: string, lastAt: number, calls: number, steadySeconds?: number, alone?: 0 | 1][];
  /** The targets whose prediction must be learned again; omitted if the budget is sufficient. */
  unlearned?: string[];
}

/** All calls granted to a batch. */
export const grantedTo = ({ grant, spare = 0 }: Batch): number => grant + spare;

/** The parts of a target that a poll needs. */
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
  /** The state of its kind as canonical JSON. */
  state: string | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  onAir: boolean;
  /** True where the service is asked for it by its name, which is its identity. */
  byName?: boolean;
  /** Since when no verdict has come, once that was told; null while it is known. */
  unknownSince: number | null;
  /**
   * The next expected start, epoch ms, null without usual hours; and its confidence, null if a clock change makes the
   * hour uncertain.
   */
  expectedAt: number | null;
  expectedConfidence: number | null;
}
