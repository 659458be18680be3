import { DAY_MS } from "../../core/duration.ts";
import type { Listed, Page } from "../../core/page.ts";
import { seriesOf, type Sample, type SampleFilter, type SampleKey } from "./samples.ts";

const LATEST = Number.MAX_SAFE_INTEGER;

/** Runs per statement. Each has up to 400,000 characters. */
const RUNS = 4;

/** Statements per page. */
const MAX_READS = 3;

interface Run {
  begins_at: number;
  points: string;
}

type Point = [at: number, values: Record<string, number>];

/**
 * Time series in D1, newest first. If few points of each run match, a page can have fewer than `limit` items although
 * more follow.
 */
export const sampleStore = (db: D1Database) => ({
  async samples(id: string, filter: SampleFilter, page: Page<SampleKey>): Promise<Listed<Sample, SampleKey>> {
    const { limit, after } = page;
    const found: Sample[] = [];
    let before = LATEST;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const runs = await runsOf(db, id, filter, Math.min(before, after?.[0] ?? LATEST));
      for (const run of runs) {
        found.push(...samplesIn(run, filter, after));
        if (found.length > limit) return { items: found.slice(0, limit), next: keyOf(found[limit - 1]!) };
      }
      if (runs.length < RUNS) return { items: found, next: null };
      before = runs.at(-1)!.begins_at - 1;
    }
    return { items: found, next: [before, LATEST] };
  },
});

const keyOf = ({ at, place }: Sample): SampleKey => [at, place];

/** The newest runs that begin at or before `before` and may contain matching points. */
async function runsOf(
  db: D1Database,
  id: string,
  { since = 0, until = LATEST, series }: SampleFilter,
  before: number,
): Promise<Run[]> {
  const { results } = await db
    .prepare(
      `SELECT begins_at, points FROM series WHERE target_id = ?1 AND begins_at BETWEEN ?2 AND ?3 AND instr(points, ?4) > 0
       ORDER BY begins_at DESC LIMIT ${RUNS}`,
    )
    // A run covers one day. Names of series appear in it as JSON.
    .bind(id, since - DAY_MS, Math.min(until, before), JSON.stringify(series ?? "").replace(/\*?"$/, ""))
    .all<Run>();
  return results;
}

/** The matching points of a run after a key, newest first. */
function samplesIn(run: Run, { since = 0, until = LATEST, series }: SampleFilter, after: SampleKey | null): Sample[] {
  const [before, place] = after ?? [LATEST, LATEST];
  const wanted = series === undefined ? () => true : seriesOf(series);
  return (JSON.parse(run.points) as Point[])
    .flatMap(([at, values], index): Sample[] => {
      if (at < since || at > until || at > before || (at === before && index >= place)) return [];
      const own = Object.entries(values).filter(([name]) => wanted(name));
      return own.length === 0 ? [] : [{ at, place: index, values: Object.fromEntries(own) }];
    })
    .toReversed();
}
