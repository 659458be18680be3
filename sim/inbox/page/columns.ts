import type { Column } from "../receiver.ts";
import { receivers } from "../receivers.ts";

/** Those that the demo sends to: the others are there once a message comes. */
export const demoColumns: ReadonlySet<string> = new Set(
  Object.values(receivers).flatMap(({ column, demo }) => (demo === undefined ? [] : [column.id])),
);

/** The columns of the page, each once: those of the demo by title, then the others. */
export const columns: Column[] = [
  ...new Map(Object.values(receivers).map(({ column }) => [column.id, column])).values(),
].toSorted((a, b) => Number(demoColumns.has(b.id)) - Number(demoColumns.has(a.id)) || (a.title < b.title ? -1 : 1));

/** The column of each kind of channel. */
export const columnOf: Record<string, string> = Object.fromEntries(
  Object.entries(receivers).map(([kind, { column }]) => [kind, column.id]),
);
