import { appeared, type ItemOutcome } from "./item.ts";
import type { Held, ListState } from "./view.ts";

interface Answered {
  at: number;
  /** The last answer before this one, epoch ms. */
  lastOkAt: number | null;
  confirmGone: number;
  /** The number of items of the answer, and of those from before; 0 if it proves nothing. */
  size: number;
  old: number;
}

/**
 * Decides about items that only a whole other answer showed. They are new once `confirmGone` more answers lack the items
 * from before, and merely of another page if an answer shows mostly those. Adds the news to their outcomes.
 */
export function judgeHeld(
  before: ListState,
  rows: ItemOutcome[],
  answered: Answered,
): { held: Held | null; rows: ItemOutcome[] } {
  const { at, lastOkAt, size, old, confirmGone } = answered;
  const holds = rows.some(({ fresh, kept }) => fresh && kept?.held);
  if (before.held === null) return { held: holds ? { since: at, from: lastOkAt, answers: 0 } : null, rows };
  if (size === 0) return { held: before.held, rows };
  const answers = before.held.answers + 1;
  const isOld = old * 2 > size;
  if (!isOld && answers < confirmGone) return { held: { ...before.held, answers }, rows };
  const count = rows.filter(({ kept }) => kept?.held).length;
  const { from } = before.held;
  return {
    held: null,
    rows: rows.map((row) => {
      if (!row.kept?.held) return row;
      const { held: _, ...kept } = row.kept;
      if (isOld) return { ...row, kept, force: true };
      const news = appeared(
        { at: kept.seenAt, lastOkAt: from },
        row.id,
        row.now ?? kept.fields,
        count > 1 ? count : null,
      );
      return { ...row, kept, force: true, changes: [news, ...row.changes] };
    }),
  };
}
