import type { Column } from "../receiver.ts";
import { receivers } from "../receivers.ts";

/** The columns of the page by title, each once. */
export const columns: Column[] = [
  ...new Map(Object.values(receivers).map(({ column }) => [column.id, column])).values(),
].toSorted((a, b) => (a.title < b.title ? -1 : 1));

/** The column of each kind of channel. */
export const columnOf: Record<string, string> = Object.fromEntries(
  Object.entries(receivers).map(([kind, { column }]) => [kind, column.id]),
);
