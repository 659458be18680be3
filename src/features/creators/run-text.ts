import type { SeriesPoint } from "./target-reading.ts";

// Runs are cut as bytes. Parsing a whole run for a few points takes a millisecond, and `substr` of text counts
// characters. A name from outside can look like a boundary. What is cut there is not valid JSON and is skipped.

const BOUND = "X'7D5D2C5B'"; // }],[
const BOUND_BYTES = 4;

/** The last point of a run with this end (`…],[at,{name: value}]]`); null if it begins further ahead. */
export function lastPointIn(end: string): SeriesPoint | null {
  for (let at = end.lastIndexOf("["); at >= 0; at = end.lastIndexOf("[", at - 1)) {
    const point = pointIn(end.slice(at, -1));
    if (point !== null || at === 0) return point;
  }
  return null;
}

/** Cannot occur within a name, where quotes are escaped. */
const BEGIN = /^\[[\d.]+,\{"/;

export function pointIn(text: string): SeriesPoint | null {
  if (!BEGIN.test(text)) return null;
  try {
    return JSON.parse(text) as SeriesPoint;
  } catch {
    return null;
  }
}

/** Longer points are skipped. */
const LONGEST_POINT = 8000;

/** Points are about as long as the first of their run. A window of this many contains a whole one. */
const WINDOW = 2.5;

/** SQL for the length of a run's first point; the maximum if it is the only one. */
export const firstIn = (points: string): string =>
  `ifnull(nullif(instr(substr(${points}, 1, ${LONGEST_POINT}), '}],['), 0), ${LONGEST_POINT})`;

/** SQL for the end of a run with its last point: a short one if that is little longer than the first. */
export function endOf(points: string): string {
  const run = `CAST(${points} AS BLOB)`;
  const short = `substr(${run}, -(${firstIn(points)} * 5 / 4 + ${BOUND_BYTES}))`;
  return `CAST(iif(instr(${short}, ${BOUND}), ${short}, substr(${run}, -${LONGEST_POINT})) AS TEXT)`;
}

/** SQL for the first point of a run. */
export const beginOf = (points: string): string => `rtrim(substr(${points}, 2, ${firstIn(points)} - 1), ']') || ']'`;

/**
 * SQL for the first point of a run, `many` evenly spread ones and its last one, a line each. `run` (its bytes) and `first` (the length
 * of its first point) are columns of a materialized table, because each is used many times.
 */
export function someOf(run: string, first: string, many: number): string {
  const window = `cast(${first} * ${WINDOW} AS INT)`;
  const cut = (place: number) => {
    const around = `substr(${run}, 1 + (length(${run}) - ${window}) * ${place} / ${many}, ${window})`;
    const after = `substr(${around}, instr(${around}, ${BOUND}) + 3)`;
    // In SQLite an empty part of a blob is NULL.
    return `ifnull(CAST(substr(${after}, 1, instr(${after}, ${BOUND}) + 1) AS TEXT), '')`;
  };
  const begin = `CAST(substr(${run}, 2, ${first} - 1) AS TEXT) || ']'`;
  const last = `CAST(substr(${run}, -${window}) AS TEXT)`;
  return [begin, ...Array.from({ length: many }, (_, place) => cut(place)), last].join(" || char(10) || ");
}

/** Parses the lines of `someOf`. */
export function pointsIn(lines: string): SeriesPoint[] {
  const all = lines.split("\n");
  const last = all.length - 1;
  return all.map((line, place) => (place === last ? lastPointIn(line) : pointIn(line))).filter((one) => one !== null);
}
