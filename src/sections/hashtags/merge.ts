import { distinguished } from "../distinguish.ts";
import type { FoundTag, HashtagMeasure } from "./data.ts";

/** A hashtag of a region, merged from all searches; the region is "" if all are of the same. */
export interface Tag extends FoundTag {
  id: string;
  name: string;
}

/**
 * Merges a hashtag that several searches of a region found. Its views are the maximum at each time, since views only
 * grow.
 */
export function mergedTags(measures: HashtagMeasure[]): Tag[] {
  const merged = new Map<string, FoundTag>();
  for (const { tags } of measures) {
    for (const tag of tags) {
      const id = `${tag.region} ${tag.cid}`;
      const known = merged.get(id);
      merged.set(id, known === undefined ? tag : joinedTags(known, tag));
    }
  }
  const several = new Set(Array.from(merged.values(), ({ region }) => region)).size > 1;
  const tags = Array.from(merged, ([id, tag]) => ({ ...tag, id, name: tag.name ?? tag.cid.slice(0, 40) }));
  // If a name occurs in several regions, the region distinguishes it.
  return Array.from(
    Map.groupBy(tags, ({ region }) => region),
    ([region, those]) =>
      distinguished(those.map((tag) => ({ ...tag, told: tag.cid.slice(0, 40), region: several ? region : "" }))),
  ).flat();
}

const joinedTags = (a: FoundTag, b: FoundTag): FoundTag => ({
  cid: a.cid,
  region: a.region,
  name: a.name === null || b.name === null ? (a.name ?? b.name) : a.name < b.name ? a.name : b.name,
  views: a.views.map((views, index) => larger(views, b.views[index] ?? null)),
  atBegin: a.atBegin || b.atBegin,
  atEnd: a.atEnd || b.atEnd,
  surged: a.surged || b.surged,
});

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
