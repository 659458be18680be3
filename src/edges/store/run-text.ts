import type { SeriesPoint } from "../../flows/browse/one-reading.ts";

// Runs of points are cut as bytes: parsing one for a few of its points costs a millisecond, and of text letters are counted.
// A name from outside may look like a bound: what is cut at one is no JSON, and is left out.

const BOUND = "X'7D5D2C5B'"; // }],[
const BOUND_BYTES = 4;

/** The last point of a run that ends so: `…],[at,{name: value}]]`; null where its begin is farther off. */
export function lastPointIn(end: string): SeriesPoint | null {
  for (let at = end.lastIndexOf("["); at >= 0; at = end.lastIndexOf("[", at - 1)) {
    const point = pointIn(end.slice(at, -1));
    if (point !== null || at === 0) return point;
  }
  return null;
}

/** No name holds this: its quotes are escaped. */
const BEGIN = /^\[[\d.]+,\{"/;

function pointIn(text: string): SeriesPoint | null {
  if (!BEGIN.test(text)) return null;
  try {
    return JSON.parse(text) as SeriesPoint;
  } catch {
    return null;
  }
}

/** A longer one is not found. */
const LONGEST_POINT = 8000;

/** Points are about as long as the first of their run; a window of that many holds a whole one. */
const WINDOW = 2.5;

/** SQL for how long the first point of a run is; as long as may be where it is alone. */
export const firstIn = (points: string): string =>
  `ifnull(nullif(instr(substr(${points}, 1, ${LONGEST_POINT}), '}],['), 0), ${LONGEST_POINT})`;

/** SQL for the end of a run, which holds its last point: the shortest that does, where that is little longer than the first. */
export function endOf(points: string): string {
  const run = `CAST(${points} AS BLOB)`;
  const short = `substr(${run}, -(${firstIn(points)} * 5 / 4 + ${BOUND_BYTES}))`;
  return `CAST(iif(instr(${short}, ${BOUND}), ${short}, substr(${run}, -${LONGEST_POINT})) AS TEXT)`;
}

/**
 * SQL for `many` points of a run from its begin on, and for its last one, a line each: `run` and `first` are columns of a materialized
 * table, its bytes and how long its first point is, since they are asked for again and again.
 */
export function someOf(run: string, first: string, many: number): string {
  const window = `cast(${first} * ${WINDOW} AS INT)`;
  const cut = (place: number) => {
    const around = `substr(${run}, 1 + (length(${run}) - ${window}) * ${place} / ${many}, ${window})`;
    const after = `substr(${around}, instr(${around}, ${BOUND}) + 3)`;
    // A part of bytes that has none is NULL.
    return `ifnull(CAST(substr(${after}, 1, instr(${after}, ${BOUND}) + 1) AS TEXT), '')`;
  };
  const last = `CAST(substr(${run}, -${window}) AS TEXT)`;
  return [...Array.from({ length: many }, (_, place) => cut(place)), last].join(" || char(10) || ");
}

/** Reads them. */
export function pointsIn(lines: string): SeriesPoint[] {
  const all = lines.split("\n");
  const last = all.length - 1;
  return all.map((line, place) => (place === last ? lastPointIn(line) : pointIn(line))).filter((one) => one !== null);
}
