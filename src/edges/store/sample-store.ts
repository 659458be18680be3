import { DAY_MS } from "../../core/duration.ts";
import type { Listed, Page } from "../../flows/browse/page.ts";
import { seriesOf, type Sample, type SampleFilter, type SampleKey } from "../../flows/browse/samples.ts";

const LATEST = Number.MAX_SAFE_INTEGER;

/** Runs that one statement gives: each has up to 400,000 characters. */
const RUNS = 4;

/** Statements for one page. */
const MAX_READS = 3;

interface Run {
  begins_at: number;
  points: string;
}

type Point = [at: number, values: Record<string, number>];

/** The time series in D1, newest first: points out of their runs. Where few of a run are wanted a page may have fewer, and goes on. */
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

/** The newest runs that begin by `before`, and may have what is asked for. */
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
    // A run has points of one day. The name of a series stands in it as JSON.
    .bind(id, since - DAY_MS, Math.min(until, before), JSON.stringify(series ?? "").replace(/\*?"$/, ""))
    .all<Run>();
  return results;
}

/** The points of a run that are asked for and come after a key, newest first. */
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
