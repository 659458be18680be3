import type { JsonObject } from "../../../core/json.ts";
import type { Language } from "../../../core/language.ts";
import { sections } from "../../../sections/registry.ts";
import type { Digest } from "../resource/digest.ts";

/** The parts of a digest that an edition stores. Later changes do not affect editions that are due. */
export type DigestFacts = Pick<Digest, "name" | "watchlistId" | "timezone" | "sections"> & {
  /** The number of earlier times that were skipped because no tick ran; omitted for none. */
  passedOver?: number;
  /** The watchlist's name if the digest makes an edition for each; otherwise omitted. */
  listName?: string;
  /** Its configured period; omitted or null for the time since the one before. */
  period?: string | null;
  /** The digest's own language; null or omitted for the channel's. */
  language?: Language | null;
  /** True if it was sent once, without a digest that stays; otherwise omitted. */
  once?: true;
};

/** The results of the sections, by name. */
export type Content = Record<string, JsonObject>;

/** One run of a digest. */
export interface Edition {
  id: string;
  digestId: string;
  digest: DigestFacts;
  /** Its period, epoch ms: `from` exclusive, `to` inclusive. */
  from: number;
  to: number;
  madeAt: number;
  /** Null until it is written. */
  content: Content | null;
  /** The secret part of its pictures' addresses; null until it is written. */
  pictureKey: string | null;
}

/** An edition with its content, or a draft of one. */
export interface Written {
  digest: DigestFacts;
  from: number;
  to: number;
  content: Content;
}

/** A watchlist that gets an edition of its own. */
export interface DigestList {
  id: string;
  name: string;
  /** Null if it has no zone of its own. */
  timezone: string | null;
  /** The kinds of its targets. */
  kinds: string[];
}

/**
 * What each edition of a digest is about: all that it covers, or each watchlist that has anything for its sections by
 * itself, in its own time zone. `key` distinguishes editions of the same time.
 */
export function scopesOf(digest: Digest, lists: DigestList[]): { key: string | null; facts: DigestFacts }[] {
  const { name, watchlistId, timezone, period, language, perWatchlist } = digest;
  const facts: DigestFacts = { name, watchlistId, timezone, sections: digest.sections, period, language };
  if (!perWatchlist) return [{ key: null, facts }];
  const about = new Set(digest.sections.map((section) => sections[section]?.kind));
  const filled = lists.filter(({ kinds }) => kinds.some((kind) => about.has(kind)));
  return filled.map((list) => ({
    key: list.id,
    facts: { ...facts, watchlistId: list.id, listName: list.name, timezone: list.timezone ?? timezone },
  }));
}
