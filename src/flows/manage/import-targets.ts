import type { IdPrefix } from "../../core/ids.ts";
import type { FieldError, Refusal } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { AnyStored, Declared, Tools } from "../../resources/resource.ts";
import type { Refused, Step } from "../../resources/step.ts";
import type { Target } from "../../resources/targets/form.ts";
import { target } from "../../resources/targets/target.ts";
import { watchlist } from "../../resources/watchlists/watchlist.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { listsNamed, readRow, type ImportRow, type Lists, type TargetForm } from "./import-row.ts";
import { askingLater } from "./own-call.ts";
import { readAs } from "./read.ts";
import { fullOf } from "./refused.ts";

export interface ImportDeps extends Omit<Tools, "now"> {
  /** The ids of the watchlists that these ids or names stand for; an id goes before a name. */
  watchlistIds(named: string[]): Promise<Map<string, string>>;
  /** The ids of those that have these keys, in this order; null for none. */
  idsOf(of: Declared, keys: (string | number | null)[][]): Promise<(string | null)[]>;
  /** How many there are. */
  count(of: Declared): Promise<number>;
  write(steps: Step[], imported: Imported[]): Promise<Result<null, Refused>>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/**
 * What came of the row at this index: the target that it stands for, made just now or not, and whether polls must find out
 * yet whom it means; or what is wrong with it.
 */
export type Imported =
  | { index: number; id: string; made: boolean; waits: boolean }
  | { index: number; errors: FieldError[] };

const of: Declared = target;

const full = () => ({ pointer: "", message: fullOf(of) });
const RACED = { pointer: "", message: "was changed by someone else at the same time; send it again" };

/** Others write too: a lost race is read again. */
const MAX_TRIES = 3;

/**
 * Makes the targets that are not there yet; all others, also the second of a pair of rows, are left as they are. With
 * `makeLists` a watchlist that a row names and that is missing is made along with its first target. Where no row could be
 * taken nothing is written.
 */
export async function importTargets(
  rows: ImportRow[],
  makeLists: boolean,
  deps: ImportDeps,
): Promise<Result<Imported[], Refusal>> {
  const named = listsNamed(rows);
  for (let tries = 0; ; tries++) {
    const known = await deps.watchlistIds(named.all);
    const missing = makeLists ? await missingLists(named.names, known, deps) : [];
    for (const one of missing) known.set(one["name"] as string, one.id);
    const lists: Lists = { named: known, ids: new Set(known.values()) };
    const read = rows.map((row) => readRow(row, lists, deps.limits));
    const keys = read.map((row) => (row.ok ? keyOf(row.value) : ""));
    const forms = new Map<string, TargetForm>();
    for (const [index, row] of read.entries())
      if (row.ok && !forms.has(keys[index]!)) forms.set(keys[index]!, row.value);
    const { ids, fresh, refused } = await idsFor(forms, deps);
    const said = (missed: FieldError) => saidOf(read, keys, { ids, fresh, refused }, missed);
    if (ids.size === 0 && rows.length > 0) return ok(said(full()));
    const filled = new Set(fresh.map((one) => one["watchlistId"]));
    const created = missing.filter(({ id }) => filled.has(id));
    const steps: Step[] = [
      ...(created.length === 0 ? [] : [{ do: "make" as const, of: watchlist as Declared, records: created }]),
      { do: "make", of, records: fresh },
    ];
    const written = await deps.write(steps, said(full()));
    if (written.ok) return ok(said(full()));
    if (written.error.kind === "repeated") return err({ kind: "repeated" });
    if (tries + 1 < MAX_TRIES) continue;
    for (const one of fresh) ids.delete(keyOf(one as unknown as TargetForm));
    return ok(said(RACED));
  }
}

const keyOf = (form: TargetForm): string => JSON.stringify(of.key(form));

/** What came of each row: of several that want the same target the first made it. */
function saidOf(
  read: Result<TargetForm, FieldError[]>[],
  keys: string[],
  { ids, fresh, refused }: Known,
  missed: FieldError,
): Imported[] {
  const unsaid = new Set(fresh.map(({ id }) => id));
  const waiting = new Set((fresh as unknown as Target[]).flatMap((one) => (resolvingOf(one) === null ? [] : one.id)));
  return read.map((row, index) => {
    const key = keys[index]!;
    const id = ids.get(key);
    if (row.ok && id !== undefined) return { index, id, made: unsaid.delete(id), waits: waiting.has(id) };
    return { index, errors: row.ok ? (refused.get(key) ?? [missed]) : row.error };
  });
}

/** The watchlists that these names ask for and that are not there, as far as there is room; none for what is no name. */
async function missingLists(names: string[], known: Map<string, string>, deps: ImportDeps): Promise<AnyStored[]> {
  const missing = names.filter((name) => !known.has(name) && !DERIVED_ID.test(name));
  if (missing.length === 0) return [];
  const now = await deps.now();
  const room = Math.max(0, watchlist.most.count - (await deps.count(watchlist)));
  const records = missing.flatMap((name): AnyStored[] => {
    const form = readAs(watchlist, { name }, deps.limits);
    const id = deps.newId(watchlist.prefix);
    return form.ok ? [{ id, createdAt: now, updatedAt: now, revision: 0, ...form.value }] : [];
  });
  return records.slice(0, room);
}

/** An id of a watchlist that was made here: where there is none of it, no list is to have it as its name. */
const DERIVED_ID = new RegExp(`^${watchlist.prefix}_[a-z0-9]{26}$`);

/** What is known of the targets that the rows want, by key. */
interface Known {
  ids: Map<string, string>;
  /** The records of those that are new. */
  fresh: AnyStored[];
  /** Why others are not kept. */
  refused: Map<string, FieldError[]>;
}

/** The id of each target, and the records of those that are new, as far as there is room. */
async function idsFor(forms: Map<string, TargetForm>, deps: ImportDeps): Promise<Known> {
  const ids = new Map<string, string>();
  const wanted = [...forms];
  const found =
    wanted.length === 0
      ? []
      : await deps.idsOf(
          of,
          wanted.map(([key]) => JSON.parse(key) as string[]),
        );
  for (const [index, [key]] of wanted.entries()) if (found[index] != null) ids.set(key, found[index]);
  const unknown = wanted.filter(([key]) => !ids.has(key));
  const refused: Known["refused"] = new Map();
  if (unknown.length === 0) return { ids, fresh: [], refused };
  const now = await deps.now();
  const room = Math.max(0, of.most.count - (await deps.count(of)));
  const tools = { ...deps, now, upstream: askingLater(deps.upstream) };
  const fresh: AnyStored[] = [];
  for (const [key, form] of unknown.slice(0, room)) {
    const id = deps.newId(of.prefix);
    const settled = await of.settle!({ id, form, before: null, given: null }, tools);
    if (!settled.ok) {
      if (settled.error.kind === "invalid") refused.set(key, settled.error.errors);
      continue;
    }
    fresh.push({ id, createdAt: now, updatedAt: now, revision: 0, ...form, ...settled.value.own });
    ids.set(key, id);
  }
  return { ids, fresh, refused };
}
