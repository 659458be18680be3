import { TooManyStatements } from "../../core/database-use.ts";
import type { Row } from "../../db/row.ts";

export interface RoomDeps {
  /** The number of targets of a kind in a watchlist (null: in all). */
  targetsOf(kind: string, watchlistId: string | null): Promise<number>;
  /** D1 statements that the plan still allows this invocation. */
  statementsLeft(): number;
}

interface Pages {
  kind: string;
  watchlistId: string | null;
  /** Targets per page, and the statements that a page takes. */
  size: number;
  statements: number;
}

/**
 * Throws TooManyStatements if the plan doesn't allow to read so many pages. They would be read in vain: each costs rows
 * of the day.
 */
export async function refuseTooMany({ kind, watchlistId, size, statements }: Pages, deps: RoomDeps): Promise<void> {
  const pages = Math.ceil((await deps.targetsOf(kind, watchlistId)) / size);
  const left = deps.statementsLeft();
  if (pages * statements > left) throw new TooManyStatements(left);
}

/** Counts targets by the stored counts: one row, however many there are. */
export const roomStore = (db: D1Database, statementsLeft: () => number): RoomDeps => ({
  statementsLeft,

  async targetsOf(kind, watchlistId) {
    const requested =
      watchlistId === null
        ? db.prepare("SELECT n FROM counts WHERE name = ?1").bind(`targets|${kind}`)
        : db.prepare("SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = ?2").bind(watchlistId, kind);
    return Number((await requested.first<Row>())?.["n"] ?? 0);
  },
});
