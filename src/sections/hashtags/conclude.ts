import { growthPercent } from "../../core/compared-numbers.ts";
import { distinguished } from "../distinguish.ts";
import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { byName, top } from "../fact.ts";
import { watchedOf } from "../watched.ts";
import type { FoundTag, GrownTag, HashtagMeasure, HashtagsData } from "./data.ts";
import { median } from "../robust.ts";
import { BEFORE, BEGIN, EARLIER, FIRST_EARLIER, isTrend, LEAST_COUNT, scoresOf, type Score } from "../score.ts";

/** A hashtag of a region, merged from all searches; the region is "" if all are of the same. */
interface Tag extends FoundTag {
  id: string;
  name: string;
}

/**
 * Merges a hashtag that several searches of a region found. Its views are the maximum at each time, since views only
 * grow.
 */
function mergedTags(measures: HashtagMeasure[]): Tag[] {
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

/**
 * The views gained between two instants of the grid. Null if one is unknown, or after a fall, since views only grow.
 */
function addedIn({ views }: Tag, from: number, to = from + 1): number | null {
  const [before, after] = [views[from] ?? null, views.at(to) ?? null];
  return before === null || after === null || after < before ? null : after - before;
}

function factorIn(tag: Tag, from: number, to = from + 1): number | null {
  const added = addedIn(tag, from, to);
  const before = tag.views[from];
  return added === null || before == null || before < LEAST_COUNT ? null : 1 + added / before;
}

interface Grown {
  tag: Tag;
  id: string;
  name: string;
  added: number | null;
  factor: number | null;
  score: Score | null;
  trend: boolean;
}

/** Which hashtags grew, and which by more than the group's growth and their own usual growth. */
export function concludeHashtags(measures: HashtagMeasure[], frame: Frame): HashtagsData {
  const tags = mergedTags(measures);
  const all = grownOf(tags);
  const known = all.filter(({ added }) => added !== null);
  const before = known.map(({ tag }) => addedIn(tag, BEFORE));
  const both = known.filter((_, index) => before[index] !== null);
  const factors = all.flatMap(({ factor }) => factor ?? []);
  const middle = factors.length < 3 ? null : median(factors);
  const fresh = tags.filter(({ atBegin, atEnd }) => atEnd && !atBegin);
  const faster = all.filter(({ factor }) => factor !== null && growthPercent(1, factor)! > 0);
  const grew = known.filter(({ added }) => added! > 0);
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    found: tags.filter(({ atEnd }) => atEnd).length,
    known: known.length,
    added: sum(known.map(({ added }) => added!)),
    compared: {
      tags: both.length,
      before: sum(before.flatMap((added) => added ?? [])),
      now: sum(both.map(({ added }) => added!)),
    },
    group: { tags: factors.length, percent: middle === null ? null : growthPercent(1, middle) },
    scored: all.filter(({ score }) => score !== null).length,
    scoredByOwn: all.filter(({ score }) => score?.byOwn === true).length,
    trends: all.filter(({ trend }) => trend).length,
    appeared: fresh.length,
    gone: tags.filter(({ atBegin, atEnd }) => atBegin && !atEnd).length,
    surged: tags.filter(({ surged }) => surged).length,
    grewPercent: faster.length,
    grew: grew.length,
    quickest: quickestOf(faster),
    fastest: top(faster, byTrend).map(rowOf),
    most: top(grew, (a, b) => b.added! - a.added! || byName(a, b)).map(rowOf),
    fresh: top(fresh, (a, b) => lastViews(b) - lastViews(a) || byName(a, b)).map((tag) => ({
      name: tag.name,
      region: tag.region,
      views: lastViews(tag),
    })),
  };
}

/** Only hashtags found at the end count as grown. */
function grownOf(tags: Tag[]): Grown[] {
  const found = tags.filter(({ atEnd }) => atEnd);
  const factors = found.map((tag) => factorIn(tag, BEGIN, -1));
  const scores = scoresOf(
    found.map((tag, index) => ({
      earlier: Array.from({ length: EARLIER }, (_, period) => logOf(factorIn(tag, FIRST_EARLIER + period))),
      now: logOf(factors[index]!),
    })),
  );
  return found.map((tag, index) => {
    const score = scores[index]!;
    const { id, name } = tag;
    const trend = score !== null && isTrend(score);
    return { tag, id, name, added: addedIn(tag, BEGIN, -1), factor: factors[index]!, score, trend };
  });
}

const logOf = (factor: number | null): number | null => (factor === null ? null : Math.log(factor));

function byTrend(a: Grown, b: Grown): number {
  if (a.trend !== b.trend) return a.trend ? -1 : 1;
  return (a.trend ? b.score!.score - a.score!.score : 0) || b.factor! - a.factor! || byName(a, b);
}

function quickestOf(faster: Grown[]): HashtagsData["quickest"] {
  const [first] = top(faster, (a, b) => b.factor! - a.factor! || byName(a, b), 1).map(rowOf);
  return first === undefined ? null : { name: first.name, region: first.region, percent: first.percent! };
}

function rowOf({ tag, added, factor, score, trend }: Grown): GrownTag {
  const base = tag.views[BEGIN]!;
  return {
    name: tag.name,
    region: tag.region,
    views: lastViews(tag),
    added: added!,
    percent: factor === null ? null : growthPercent(base, lastViews(tag)),
    score: score === null ? null : Math.round(score.score * 100) / 100,
    trend,
    points: tag.views
      .slice(BEGIN + 1)
      .map((views) => (views === null || views < base ? null : growthPercent(base, views))),
  };
}

const lastViews = ({ views }: Tag): number => views.at(-1) ?? 0;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
