import type { Column } from "../receiver.ts";
import { receivers } from "../../../build/receivers.ts";

/** The columns in use by the demo; the others appear with their first message. */
export const demoColumns: ReadonlySet<string> = new Set(
  Object.values(receivers).flatMap(({ column, demo }) => (demo === undefined ? [] : [column.id])),
);

/** The columns of the page without duplicates: those of the demo by title, then the others. */
export const columns: Column[] = [
  ...new Map(Object.values(receivers).map(({ column }) => [column.id, column])).values(),
].toSorted((a, b) => Number(demoColumns.has(b.id)) - Number(demoColumns.has(a.id)) || (a.title < b.title ? -1 : 1));

/** The column of each channel kind. */
export const columnOf: Record<string, string> = Object.fromEntries(
  Object.entries(receivers).map(([kind, { column }]) => [kind, column.id]),
);
