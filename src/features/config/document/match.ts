import { QUICK_STEPS, sliced, type Pause } from "../../../core/concurrency.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import type { Entry } from "./read-document.ts";

/** An entry, the id of its record, and that record; null if it is new. */
export interface Matched {
  entry: Entry;
  id: string;
  /** What makes the entry the only one, as text. */
  key: string;
  before: AnyStored | null;
}

interface Matching {
  newId: () => string;
  errors: FieldError[];
  pause: Pause;
}

/**
 * Finds the record of each entry: by its id, otherwise by its key among the records whose id no entry gives. Without a
 * record an entry is new.
 */
export async function match(
  of: Declared,
  entries: Entry[],
  records: AnyStored[],
  { newId, errors, pause }: Matching,
): Promise<Matched[]> {
  const each = sliced(pause, QUICK_STEPS);
  const byId = new Map(records.map((one) => [one.id, one]));
  const provided = new Set<string>();
  for (const { at, id } of entries) {
    if (id === null) continue;
    if (provided.has(id)) errors.push({ pointer: `${at}/id`, message: "is the id of another entry too" });
    provided.add(id);
  }
  const keyOf = (one: Record<string, unknown>) => JSON.stringify(of.key(one));
  const unclaimed = new Map<string, AnyStored[]>();
  const aliases = new Map<string, AnyStored[]>();
  const add = (to: Map<string, AnyStored[]>, key: string, one: AnyStored) => {
    const alike = to.get(key);
    if (alike === undefined) to.set(key, [one]);
    else alike.push(one);
  };
  // If all entries give their id, no keys are needed.
  const free = entries.every(({ id }) => id !== null) ? [] : records.filter(({ id }) => !provided.has(id));
  for (const one of free) {
    await each();
    add(unclaimed, keyOf(one), one);
    const alias = aliasOf(of, one);
    if (alias !== null) add(aliases, alias, one);
  }
  const seen = new Map<string, string>();
  const found = (entry: Entry): Matched => {
    const key = keyOf(entry.form);
    if (entry.id !== null) return { entry, id: entry.id, key, before: byId.get(entry.id) ?? null };
    const keyed = unclaimed.get(key);
    const alike = keyed ?? aliases.get(key) ?? [];
    // A record that is found by its alias has another key.
    const theirs = keyed === undefined && alike.length === 1 ? keyOf(alike[0]!) : key;
    const other = seen.get(theirs);
    if (other !== undefined)
      errors.push({ pointer: entry.at, message: `is like ${other}: only ids could tell them apart` });
    else if (alike.length > 1) errors.push({ pointer: entry.at, message: `may be ${idsOf(alike)}: give its id` });
    seen.set(theirs, entry.at);
    const before = alike[0] ?? null;
    return { entry, id: before?.id ?? newId(), key, before };
  };
  const matched: Matched[] = [];
  for (const entry of entries) {
    await each();
    matched.push(found(entry));
  }
  return inOrder(matched);
}

/** Ids that were made are in the order of their entries: rows that come in the order of their index are written twice as fast. */
function inOrder(matched: Matched[]): Matched[] {
  const isNew = ({ entry, before }: Matched): boolean => entry.id === null && before === null;
  const ids = matched.flatMap((one) => (isNew(one) ? one.id : [])).toSorted();
  let next = 0;
  return matched.map((one) => (isNew(one) ? { ...one, id: ids[next++]! } : one));
}

/** The second key of a record; null for none. */
function aliasOf({ unique }: Declared, one: AnyStored): string | null {
  const alias = unique?.alias === undefined ? null : one[unique.alias];
  if (alias === null) return null;
  return JSON.stringify([...unique!.columns.slice(0, -1).map((field) => one[field]), alias]);
}

const MAX_NAMED = 5;

const idsOf = (records: AnyStored[]): string =>
  records
    .slice(0, MAX_NAMED)
    .map(({ id }) => id)
    .join(" or ");

/** Returns a function that finds a record by id or name, or says why there is none. */
export function finder({ noun }: Declared, records: AnyStored[]) {
  const byId = new Map(records.map((one) => [one.id, one]));
  const byName = Map.groupBy(records, ({ name }) => String(name));
  return (text: string): AnyStored | { message: string } => {
    const own = byId.get(text);
    if (own !== undefined) return own;
    const named = byName.get(text.trim()) ?? [];
    if (named.length === 1) return named[0]!;
    if (named.length === 0) return { message: `names no ${noun}` };
    return { message: `names ${named.length} ${noun}s: give an id` };
  };
}
