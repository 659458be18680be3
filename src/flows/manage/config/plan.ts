/** What makes one list of things into another. */
export interface Plan<Thing> {
  create: Thing[];
  change: Change<Thing>[];
  remove: Thing[];
  unchanged: number;
}

interface Change<Thing> {
  before: Thing;
  after: Thing;
  /** The names of the fields that differ. */
  fields: string[];
}

/** What is to be done so that there is what is wanted and nothing else; the same thing has the same id. */
export function planOf<Thing extends { id: string }>(
  current: Thing[],
  wanted: Thing[],
  fieldsOf: (before: Thing, after: Thing) => string[],
): Plan<Thing> {
  const known = new Map(current.map((thing) => [thing.id, thing]));
  const plan: Plan<Thing> = { create: [], change: [], remove: [], unchanged: 0 };
  for (const after of wanted) {
    const before = known.get(after.id);
    known.delete(after.id);
    const fields = before === undefined ? [] : fieldsOf(before, after);
    if (before === undefined) plan.create.push(after);
    else if (fields.length > 0) plan.change.push({ before, after, fields });
    else plan.unchanged += 1;
  }
  plan.remove.push(...known.values());
  return plan;
}
