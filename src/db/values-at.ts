import { SAMPLE_HOLDS_MS } from "../core/sampling.ts";
import type { Row } from "./row.ts";

// The values of all series of a target at an instant, the same on every page and in every digest. An entry can be
// missing from one or two answers until its absence is confirmed, so the last three points at or before the instant
// are merged, later values first. They come from the run that contains the instant, then from the end of the run
// before. If the last one does not hold any more, nothing is known. D1 bills each entry of a run that is unpacked, so
// the point is found by quarters.

/** SQL for how many points of a run are not after an instant. Each step is billed, so it takes a quarter. */
function countUntil(points: string, at: string): string {
  const part = (quarters: number): string => `(low + (high - low) * ${quarters} / 4)`;
  const isUntil = (quarters: number): string => `${points} ->> ('$[' || ${part(quarters)} || '][0]') <= ${at}`;
  const low = `iif(${isUntil(2)}, iif(${isUntil(3)}, ${part(3)}, ${part(2)}) + 1, iif(${isUntil(1)}, ${part(1)} + 1, low))`;
  const high = `iif(${isUntil(2)}, iif(${isUntil(3)}, high, ${part(3)}), iif(${isUntil(1)}, ${part(2)}, ${part(1)}))`;
  return `(WITH RECURSIVE part (low, high) AS (SELECT 0, json_array_length(${points})
    UNION ALL SELECT ${low}, ${high} FROM part WHERE low < high) SELECT low FROM part WHERE low >= high)`;
}

/** The point `back` slots before the last of the `n` relevant ones; {} if there is none. */
const pointBefore = (back: number): string =>
  `coalesce(iif(n > ${back}, today -> ('$[' || (n - ${back + 1}) || '][1]'), before -> ('$[#-' || (${back + 1} - n) || '][1]')), '{}')`;

/** When the last of the `n` relevant points was; null for none. */
const NEWEST_AT = "iif(n > 0, today ->> ('$[' || (n - 1) || '][0]'), before ->> '$[#-1][0]')";

/** SQL for the values at the instants of a source (`id`, `slot`, `at`), for `valuesIn`. */
export const valuesAt = (source: string): string => `
  WITH seen AS MATERIALIZED (
    SELECT i.id, i.slot, i.at, r.begins_at AS run, ${countUntil("r.points", "i.at")} AS n
    FROM (${source}) i LEFT JOIN series r ON r.target_id = i.id AND r.begins_at =
      (SELECT max(m.begins_at) FROM series m WHERE m.target_id = i.id AND m.begins_at <= i.at))
  SELECT id, slot, at, iif(${NEWEST_AT} >= at - ${SAMPLE_HOLDS_MS},
      json_array(json(${pointBefore(2)}), json(${pointBefore(1)}), json(${pointBefore(0)})), NULL) AS points
  FROM (
    SELECT seen.*, s.points AS today, b.points AS before FROM seen
    LEFT JOIN series s ON s.target_id = seen.id AND s.begins_at = seen.run AND n > 0
    LEFT JOIN series b ON n < 3 AND b.target_id = seen.id AND b.begins_at =
      (SELECT max(e.begins_at) FROM series e WHERE e.target_id = seen.id AND e.begins_at < seen.run))
  ORDER BY id, slot`;

/** The values of a row; null where nothing is known. */
export function valuesIn({ points }: Row): Record<string, number> | null {
  if (points === null) return null;
  return Object.assign({}, ...(JSON.parse(String(points)) as Record<string, number>[]));
}
