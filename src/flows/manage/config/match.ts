import type { FieldError } from "../refusal.ts";
import type { Entry } from "./read-document.ts";

/** An entry, the id of the thing that it speaks of, and that thing; null for one that is new. */
export interface Matched<Form, Thing> {
  entry: Entry<Form>;
  id: string;
  before: Thing | null;
}

/**
 * Finds the thing that each entry speaks of: by its id, and without one by its key among those that no id claims. What
 * is found for none is new.
 */
export function match<Form, Thing extends { id: string }>(
  entries: Entry<Form>[],
  things: Thing[],
  keyOf: (one: NoInfer<Form | Thing>) => string,
  newId: () => string,
  errors: FieldError[],
): Matched<Form, Thing>[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const given = new Set<string>();
  for (const { at, id } of entries) {
    if (id === null) continue;
    if (given.has(id)) errors.push({ pointer: `${at}/id`, message: "is the id of another entry too" });
    given.add(id);
  }
  const byKey = new Map<string, Thing[]>();
  for (const thing of things) {
    if (given.has(thing.id)) continue;
    const key = keyOf(thing);
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, [thing]);
    else alike.push(thing);
  }
  const seen = new Map<string, string>();
  return entries.map((entry) => {
    if (entry.id !== null) return { entry, id: entry.id, before: byId.get(entry.id) ?? null };
    const key = keyOf(entry.form);
    const alike = byKey.get(key) ?? [];
    const other = seen.get(key);
    if (other !== undefined)
      errors.push({ pointer: entry.at, message: `is like ${other}: only ids could tell them apart` });
    else if (alike.length > 1) errors.push({ pointer: entry.at, message: `may be ${idsOf(alike)}: give its id` });
    seen.set(key, entry.at);
    const before = alike[0] ?? null;
    return { entry, id: before?.id ?? newId(), before };
  });
}

const MOST_NAMED = 5;

const idsOf = (things: { id: string }[]): string =>
  things
    .slice(0, MOST_NAMED)
    .map(({ id }) => id)
    .join(" or ");

/** What an id or a name stands for among these things; else in words why it stands for none. */
export function finder(things: { id: string; name: string }[], noun: string) {
  const ids = new Set<string>();
  const byName = new Map<string, string[]>();
  for (const { id, name } of things) {
    ids.add(id);
    const named = byName.get(name);
    if (named === undefined) byName.set(name, [id]);
    else named.push(id);
  }
  return (text: string): { id: string } | { message: string } => {
    if (ids.has(text)) return { id: text };
    const named = byName.get(text.trim()) ?? [];
    if (named.length === 1) return { id: named[0]! };
    if (named.length === 0) return { message: `names no ${noun}` };
    return { message: `names ${named.length} ${noun}s: give an id` };
  };
}

/** Finds what a reference stands for. */
export type Finder = ReturnType<typeof finder>;
