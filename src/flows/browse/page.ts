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
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(item), next: rows.length > limit && last !== undefined ? key(last) : null };
}

/** What an answer lists has so many characters at the most, unless one item alone has more. */
const MAX_CHARS = 1_000_000;

/** How many of the first rows an answer lists, one at least: `limit`, or as many as are not too long together. */
export function countWithin<Row>(rows: Row[], limit: number, chars: (row: Row) => number): number {
  let total = 0;
  const over = rows.slice(0, limit).findIndex((row) => (total += chars(row)) > MAX_CHARS);
  return over === -1 ? limit : Math.max(1, over);
}

/** What one statement answers at the most: some megabytes. */
const PIECE = 1000;

/** More are not read for one page: what is rare is looked for in many, and goes on from there. */
const MAX_PIECES = 16;

/** As many are asked for before anybody knows how large they are. */
const FIRST_PIECE = 100;

/**
 * A page of any length, read in pieces that D1 can answer. An item counts for `size`; the last piece may go a little
 * beyond the limit.
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
