import type { JsonObject } from "../../core/json.ts";

/** A standing order: what is summed up, for whom, and when. */
export interface Digest {
  id: string;
  name: string;
  channelId: string;
  /** Null: all watchlists. */
  watchlistId: string | null;
  /** A five-field cron pattern, on the clock of `timezone`. */
  schedule: string;
  timezone: string;
  /** ISO 8601, such as "P7D"; null: from one time to the next. */
  period: string | null;
  /** Names of the registry of sections. */
  sections: string[];
  enabled: boolean;
  /** Its next time, epoch ms; null while it is disabled. */
  nextAt: number | null;
  createdAt: number;
}

/** What an edition keeps of its digest: later changes do not reach what is due already. */
export type DigestFacts = Pick<Digest, "name" | "watchlistId" | "timezone" | "sections"> & {
  /** How many of the digest's times before this one passed while no tick came; left out where none did. */
  passedOver?: number;
};

/** What each section found, by its name. */
export type Content = Record<string, JsonObject>;

/** One digest at one time. */
export interface Edition {
  id: string;
  digestId: string;
  digest: DigestFacts;
  /** Its period, epoch ms: from (excluded) to (included). */
  from: number;
  to: number;
  madeAt: number;
  /** Null until it is written. */
  content: Content | null;
  /** The secret part of its pictures' addresses; null until it is written. */
  pictureKey: string | null;
}

export const factsOf = ({ name, watchlistId, timezone, sections }: Digest): DigestFacts => ({
  name,
  watchlistId,
  timezone,
  sections,
});
