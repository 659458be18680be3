/** Ids that go into a statement as text. Throws for a text that is no id of ours. */
export function checkIds(ids: string[]): void {
  for (const id of ids) if (!/^[\w-]{1,128}$/.test(id)) throw new Error("an id has signs that no id of ours has");
}

/**
 * Ids of ours as rows in SQL: D1 bills each entry of `json_each` and of a list after IN, and takes a hundred parameters.
 * Throws for a text that is no id of ours.
 */
export function idRows(ids: string[]): string {
  checkIds(ids);
  return ids.length === 0 ? "SELECT NULL" : `VALUES ${ids.map((id) => `('${id}')`).join(", ")}`;
}
