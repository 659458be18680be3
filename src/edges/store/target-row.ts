import type { Fault } from "../../core/fault.ts";
import type { BatchEnd, EntryPatch, StoredEntry } from "../../core/sheet.ts";
import type { TargetRecord } from "../../flows/browse/target-view.ts";
import { storedParams, storedSettings, storedState } from "../../targets/stored.ts";
import type { targets } from "./schema.ts";

/** What the timetable says of a target, as stored: JSON texts, null where it says nothing. */
export interface SeatRow {
  entry: string | null;
  edit: string | null;
  /** What became of the batch that claimed it. */
  endOf: (slot: number, tick: number) => BatchEnd;
}

/** The last poll that was done, epoch ms; null where there was none. */
export function lastPolledAt(seat: SeatRow | undefined): number | null {
  const entry = seat?.entry == null ? null : (JSON.parse(seat.entry) as StoredEntry);
  const edit = seat?.edit == null ? null : (JSON.parse(seat.edit) as EntryPatch);
  const [, last = 0, claim = 0, slot = 0] = entry ?? [];
  const claimed = claim !== 0 && seat?.endOf(slot, claim) === "done" ? claim : last;
  return (edit?.last ?? claimed) || null;
}

/** A target from its row and its seat. While no fault lasts, the last poll was answered well. */
export function targetOf(row: typeof targets.$inferSelect, seat: SeatRow | undefined): TargetRecord {
  const { identity: _identity, sheetId: _sheetId, judgedAt: _judgedAt, onAir: _onAir, ...plain } = row;
  const polledAt = lastPolledAt(seat);
  return {
    ...plain,
    params: storedParams(row.kind, row.params),
    settings: storedSettings(row.kind, row.settings),
    state: storedState(row.kind, row.state),
    fault: row.fault === null ? null : (JSON.parse(row.fault) as Fault),
    lastPolledAt: polledAt,
    lastOkAt: row.consecutiveFaults > 0 ? row.lastOkAt : (polledAt ?? row.lastOkAt),
  };
}
