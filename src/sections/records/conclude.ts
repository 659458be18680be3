import { growthPercent } from "../../core/growing-count.ts";
import { distinguished } from "../distinguish.ts";
import { periodOf } from "../period.ts";
import type { Frame } from "../section.ts";
import { byName, top } from "../top.ts";
import { watchedOf } from "../watched.ts";
import type { MovedNumber, RecordMeasure, RecordNumber, RecordsData } from "./data.ts";

type Moved = MovedNumber & { id: string };

/** Which numbers rose and fell, and which milestones were reached. */
export function concludeRecords(measures: RecordMeasure[], frame: Frame): RecordsData {
  const records = distinguished(measures.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const known = records.flatMap(({ id, name, numbers }) =>
    numbers.flatMap((one) => movedOf(one).map((moved) => ({ ...moved, name, id: `${id} ${one.field}` }))),
  );
  const [risen, fallen] = [known.filter(isRise), known.filter(({ before, after }) => after < before)];
  const reached = records.flatMap(({ id, name, milestones }) =>
    milestones.map((one) => ({ ...one, name, id: `${id} ${one.field}` })),
  );
  return {
    period: periodOf(frame),
    watched: watchedOf(measures, frame),
    known: known.length,
    risen: risen.length,
    fallen: fallen.length,
    reached: reached.length,
    texts: records.reduce((sum, { texts }) => sum + texts, 0),
    rises: top(risen, byPercent).map(displayedOf),
    falls: top(fallen, (a, b) => byPercent(b, a)).map(displayedOf),
    milestones: top(reached, (a, b) => b.at - a.at || byName(a, b)).map(({ name, field, milestone, at }) => ({
      name,
      field,
      milestone,
      at,
    })),
  };
}

const isRise = ({ before, after }: MovedNumber): boolean => after > before;

/** The change from the first known value to the last one; nothing if only one is known. */
function movedOf({ field, values }: RecordNumber): Omit<MovedNumber, "name">[] {
  const first = values.findIndex((value) => value !== null);
  const last = values.findLastIndex((value) => value !== null);
  if (first === -1 || last === first) return [];
  const [before, after] = [values[first]!, values[last]!];
  const percent = growthPercent(before, after);
  const since = (value: number | null) => (value === null || value < before ? null : growthPercent(before, value));
  return [{ field, before, after, percent, points: values.slice(1).map(since) }];
}

/** Highest percentage first. Numbers without one come last, by their gain. */
function byPercent(a: Moved, b: Moved): number {
  const [one, other] = [a.percent ?? 0, b.percent ?? 0];
  return other - one || b.after - b.before - (a.after - a.before) || byName(a, b);
}

const displayedOf = ({ name, field, before, after, percent, points }: Moved): MovedNumber => ({
  name,
  field,
  before,
  after,
  percent,
  points,
});
