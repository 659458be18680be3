/** A page of a list. `after` is the key of the last item before it. */
export interface Page<Key> {
  limit: number;
  after: Key | null;
}

export interface Listed<Item, Key> {
  items: Item[];
  /** The key of the last item, to continue after it; null at the end. */
  next: Key | null;
}

/** The order of resources: oldest first. */
export type CreatedKey = [createdAt: number, id: string];

/** The order of events: newest first. */
export type SeqKey = [seq: number];

/** The order of deliveries: newest first. */
export type DeliveryKey = [createdAt: number, seq: number];

/** Builds a page from `limit + 1` rows; the additional row shows that there are more. */
export function listed<Row, Item, Key>(
  rows: Row[],
  limit: number,
  item: (row: Row) => Item,
  key: (row: Row) => Key,
): Listed<Item, Key> {
  const displayed = rows.slice(0, limit);
  const last = displayed.at(-1);
  return { items: displayed.map(item), next: rows.length > limit && last !== undefined ? key(last) : null };
}

/** The maximum number of characters in a list, unless its first item alone has more. */
const MAX_CHARS = 1_000_000;

/** The number of first rows, at least one, that fit into `limit` and the maximum length. */
export function countWithin<Row>(rows: Row[], limit: number, chars: (row: Row) => number): number {
  let total = 0;
  const over = rows.slice(0, limit).findIndex((row) => (total += chars(row)) > MAX_CHARS);
  return over === -1 ? limit : Math.max(1, over);
}

/** The maximum number of rows per statement: some megabytes. */
const PIECE = 1000;

/** The maximum number of statements per page. Rare items may need several pages. */
const MAX_PIECES = 16;

/** The number of rows to request before their size is known. */
const FIRST_PIECE = 100;

/**
 * Reads a page of any length in pieces that D1 can return. Each item counts `size` towards the limit; the last piece
 * may exceed it slightly.
 */
export async function inPieces<Item, Key>(
  list: (page: Page<Key>) => Promise<Listed<Item, Key>>,
  { limit, after }: Page<Key>,
  size?: (item: Item) => number,
): Promise<Listed<Item, Key>> {
  const items: Item[] = [];
  let pieces = 0;
  let [total, next, piece] = [0, after, Math.min(limit, size === undefined ? PIECE : FIRST_PIECE)];
  do {
    const page: Listed<Item, Key> = await list({ limit: piece, after: next });
    for (const item of page.items) total += size?.(item) ?? 1;
    items.push(...page.items);
    next = page.next;
    const usual = Math.max(1, total / Math.max(1, items.length));
    piece = Math.min(PIECE, Math.max(1, Math.floor((limit - total) / usual)));
  } while (next !== null && total < limit && ++pieces < MAX_PIECES);
  return { items, next };
}
