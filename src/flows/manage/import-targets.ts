import type { IdPrefix } from "../../core/ids.ts";
import { targetKinds } from "../../targets/registry.ts";
import { newTarget, type NewTarget } from "./create-target.ts";
import { listsNamed, readRow, type ImportRow } from "./import-row.ts";
import { fullOf } from "./quotas.ts";
import type { FieldError } from "./refusal.ts";
import type { TargetForm } from "./target-form.ts";

/** What makes a target the only one of its kind. */
interface Identified {
  watchlistId: string;
  kind: string;
  identity: string;
}

export interface ImportDeps {
  /** The ids of the watchlists that these ids or names stand for; an id goes before a name. */
  watchlistIds(named: string[]): Promise<Map<string, string>>;
  /** The ids of the targets that there are already, in this order; null for the others. */
  idsOf(wanted: Identified[]): Promise<(string | null)[]>;
  /** Writes the targets with their seats; answers the ids of those written, leaving out what others wrote meanwhile. */
  addAll(targets: NewTarget[]): Promise<Set<string>>;
  /** How many more there may be. */
  room(): Promise<number>;
  minIntervalSeconds: number;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** What came of the row at this index: the target that it stands for, new or not, or what is wrong with it. */
export type Imported = { index: number; id: string } | { index: number; errors: FieldError[] };

const FULL = { pointer: "", message: fullOf("targets") };
const RACED = { pointer: "", message: "was changed by others at the same time; send it again" };

/** Makes the targets that are not there yet; all others, also the second of a pair of rows, are left as they are. */
export async function importTargets(rows: ImportRow[], deps: ImportDeps): Promise<Imported[]> {
  const lists = await deps.watchlistIds(listsNamed(rows));
  const read = rows.map((row) => readRow(row, lists, deps.minIntervalSeconds));
  const keys = read.map((row) => (row.ok ? keyOf(identified(row.value)) : null));
  const forms = new Map<string, TargetForm>();
  for (const [index, row] of read.entries()) if (row.ok && !forms.has(keys[index]!)) forms.set(keys[index]!, row.value);
  const { ids, left } = await idsFor(forms, deps);
  return read.map((row, index) => {
    if (!row.ok) return { index, errors: row.error };
    const id = ids.get(keys[index]!);
    if (id !== undefined) return { index, id };
    return { index, errors: [left.has(keys[index]!) ? FULL : RACED] };
  });
}

const identified = ({ watchlistId, kind, params }: TargetForm): Identified => ({
  watchlistId,
  kind,
  identity: targetKinds[kind]!.identity(params),
});

const keyOf = ({ watchlistId, kind, identity }: Identified): string => JSON.stringify([watchlistId, kind, identity]);

/** The id of each target, made where there was none; `left` are those for which there is no room. */
async function idsFor(
  forms: Map<string, TargetForm>,
  deps: ImportDeps,
): Promise<{ ids: Map<string, string>; left: Set<string> }> {
  const left = new Set<string>();
  const ids = await known([...forms.values()].map(identified), deps);
  const now = await deps.now();
  const unknown = [...forms].filter(([key]) => !ids.has(key));
  const room = unknown.length === 0 ? 0 : Math.max(0, await deps.room());
  for (const [key] of unknown.slice(room)) left.add(key);
  const fresh = unknown.slice(0, room).map(([, form]) => newTarget(form, deps.newId("tgt"), now));
  if (fresh.length === 0) return { ids, left };
  const written = await deps.addAll(fresh);
  const lost: Identified[] = [];
  for (const { target, identity } of fresh) {
    const { watchlistId, kind } = target;
    if (written.has(target.id)) ids.set(keyOf({ watchlistId, kind, identity }), target.id);
    else lost.push({ watchlistId, kind, identity });
  }
  return { ids: lost.length === 0 ? ids : new Map([...ids, ...(await known(lost, deps))]), left };
}

async function known(wanted: Identified[], deps: ImportDeps): Promise<Map<string, string>> {
  const found = wanted.length === 0 ? [] : await deps.idsOf(wanted);
  return new Map(wanted.flatMap((one, index) => (found[index] == null ? [] : [[keyOf(one), found[index]]])));
}
