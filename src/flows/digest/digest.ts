import type { JsonObject } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { Digest } from "../../resources/digests/digest.ts";

/** What an edition keeps of its digest: later changes do not reach what is due already. */
export type DigestFacts = Pick<Digest, "name" | "watchlistId" | "timezone" | "sections"> & {
  /** How many of the digest's times before this one passed while no tick came; left out where none did. */
  passedOver?: number;
  /** What the digest itself is told in; null or left out where it is told in its channel's language. */
  language?: Language | null;
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

export const factsOf = ({ name, watchlistId, timezone, sections, language }: Digest): DigestFacts => ({
  name,
  watchlistId,
  timezone,
  sections,
  language,
});
