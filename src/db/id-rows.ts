/** Whether a text has the form of an id. Such a text is safe inside a statement. */
export const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

/** Checks ids that go into a statement as text. Throws if one is malformed. */
export function checkIds(ids: string[]): void {
  for (const id of ids) if (!isId(id)) throw new Error("an id has signs that no id of ours has");
}

/** A list of ids for IN. Throws if one is malformed. */
export function idList(ids: string[]): string {
  checkIds(ids);
  return ids.map((id) => `'${id}'`).join(", ");
}

/**
 * Ids as rows in SQL. D1 bills each entry of `json_each` and of IN, and allows only 100 parameters. Throws if an id is
 * malformed.
 */
export function idRows(ids: string[]): string {
  checkIds(ids);
  return ids.length === 0 ? "SELECT NULL AS column1" : `VALUES ${ids.map((id) => `('${id}')`).join(", ")}`;
}
