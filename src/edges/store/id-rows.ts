/** Whether a text may be an id of ours: it can go into a statement as it is. */
export const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** Ids that go into a statement as text. Throws for a text that is no id of ours. */
export function checkIds(ids: string[]): void {
  for (const id of ids) if (!isId(id)) throw new Error("an id has signs that no id of ours has");
}

/** Ids of ours as a list after IN. Throws for a text that is no id of ours. */
export function idList(ids: string[]): string {
  checkIds(ids);
  return ids.map((id) => `'${id}'`).join(", ");
}

/**
 * Ids of ours as rows in SQL: D1 bills each entry of `json_each` and of a list after IN, and takes a hundred parameters.
 * Throws for a text that is no id of ours.
 */
export function idRows(ids: string[]): string {
  checkIds(ids);
  return ids.length === 0 ? "SELECT NULL AS column1" : `VALUES ${ids.map((id) => `('${id}')`).join(", ")}`;
}
