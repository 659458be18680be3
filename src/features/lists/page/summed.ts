import { monthOf } from "../../../core/goal.ts";
import { MAX_JUDGED, type MonthPorts } from "../../goals/months.ts";
import { type Counts, type Group, inNeed, peopleOf, totalsOf, type Person, type Totals } from "../../goals/people.ts";
import type { PageContext } from "../../../ui/page.ts";
import type { ListReading } from "../lists.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";

/** People who need help, or closest calls. */
export const MAX_ROWS = 5;

/** What the month comes to, and those to call first. `asOf` is when it was counted; null for now. */
export interface Summed {
  totals: Totals;
  closest: Person[];
  asOf: number | null;
}

/** Who is named first: those who need help; if nobody does, those who can't make it, then the closest calls. */
export const firstOf = ({ behind, out }: Counts): Group => (behind > 0 ? "behind" : out > 0 ? "out" : "pace");

/** Computes the month of a list; of a long one it is what was last counted, and those to call first as of now. */
export async function summedUp(
  { ports, now }: PageContext<ReportPorts & MonthPorts>,
  { list, creators, resting }: ListReading,
  zone: string,
): Promise<Summed | null> {
  if (creators <= MAX_JUDGED) {
    const max = MAX_JUDGED + resting.size;
    const all = await peopleOf({ watchlistId: list.id, zone, max }, now, ports.reports);
    const people = all.filter(({ id }) => !resting.has(id));
    return { totals: totalsOf(people), closest: people, asOf: null };
  }
  const stored = await ports.months.order(list.id);
  if (stored === null || stored.month.period !== monthOf(now, zone).name) return null;
  const { month, order } = stored;
  const first = firstOf(month.counts);
  const ids = order.flatMap(([id, group]) => (group === first ? [id] : [])).slice(0, MAX_ROWS);
  const closest =
    ids.length === 0 ? [] : await peopleOf({ watchlistId: null, ids, zone, max: ids.length }, now, ports.reports);
  return { totals: month, closest: closest.sort(inNeed), asOf: month.at };
}
