/** A page of a list: `after` is the order key of the last item before it. */
export interface Page<Key> {
  limit: number;
  after: Key | null;
}

export interface Listed<Item, Key> {
  items: Item[];
  /** The key to go on after; null at the end. */
  next: Key | null;
}

/** Order of what people made: oldest first. */
export type CreatedKey = [createdAt: number, id: string];

/** Order of what happened: newest first. */
export type SeqKey = [seq: number];

/** A page from `limit + 1` rows: the one too many says that there are more. */
export function listed<Row, Item, Key>(
  rows: Row[],
  limit: number,
  item: (row: Row) => Item,
  key: (row: Row) => Key,
): Listed<Item, Key> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(item), next: rows.length > limit && last !== undefined ? key(last) : null };
}
