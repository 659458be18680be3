import { DAY_MS } from "../../core/duration.ts";
import { listed, type Listed, type Page } from "../../flows/browse/page.ts";
import { seriesOf, type Sample, type SampleFilter, type SampleKey } from "../../flows/browse/samples.ts";

const LATEST = Number.MAX_SAFE_INTEGER;

interface Row {
  at: number;
  place: number;
  series: string;
}

/** The time series in D1, newest first: points out of their runs. */
export const sampleStore = (db: D1Database) => ({
  async samples(
    id: string,
    filter: SampleFilter,
    { limit, after }: Page<SampleKey>,
  ): Promise<Listed<Sample, SampleKey>> {
    const { since = 0, until = LATEST, series } = filter;
    const [before, place] = after ?? [LATEST, 0];
    const { results } = await db
      .prepare(
        `SELECT p.value ->> 0 AS at, p.key AS place, p.value -> 1 AS series
         FROM series s, json_each(s.points) p
         WHERE s.target_id = ?1 AND s.begins_at BETWEEN ?2 AND ?3 AND p.value ->> 0 BETWEEN ?4 AND ?5
           AND (p.value ->> 0, p.key) < (?6, ?7)
           AND EXISTS (SELECT 1 FROM json_each(p.value, '$[1]') v WHERE iif(?8, substr(v.key, 1, length(?9)), v.key) = ?9)
         ORDER BY s.begins_at DESC, at DESC, place DESC LIMIT ?10`,
      )
      .bind(
        id,
        // A run has points of one day.
        since - DAY_MS,
        Math.min(until, before),
        since,
        until,
        before,
        place,
        series?.endsWith("*") === false ? 0 : 1,
        series?.replace(/\*$/, "") ?? "",
        limit + 1,
      )
      .all<Row>();
    return listed(
      results,
      limit,
      (row) => sampleOf(row, series),
      (row): SampleKey => [row.at, row.place],
    );
  },
});

function sampleOf({ at, place, series: text }: Row, pattern: string | undefined): Sample {
  const values = Object.entries(JSON.parse(text) as Record<string, number>);
  const wanted = pattern === undefined ? () => true : seriesOf(pattern);
  return { at, place, values: Object.fromEntries(values.filter(([name]) => wanted(name))) };
}
