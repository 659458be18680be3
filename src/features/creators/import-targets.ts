import type { IdPrefix } from "../../core/ids.ts";
import type { FieldError, Refusal } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { News } from "../../core/drift-detector.ts";
import type { AnyStored, Declared, Tools } from "../../resources/resource.ts";
import type { Refused, Step } from "../../resources/step.ts";
import type { Target, targetForm } from "./resource/form.ts";
import { target } from "./resource/target.ts";
import { watchlist } from "../lists/resource/watchlist.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import type { ImportRow } from "../../http/import-rows.ts";
import { inColumns, type Along, withoutAlong } from "./import-columns.ts";
import { askingLater } from "../../engine/upstream/own-call.ts";
import { fullOf, readAs } from "../../resources/write/refused.ts";
import { validateRecord } from "../../resources/write/validate.ts";
import type * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import type { Limits } from "../../resources/limits.ts";
import { DEFAULT_WATCHLIST } from "../../resources/fields.ts";

/** A target as parsed by its form. */
type TargetForm = z.output<ReturnType<typeof targetForm>>;

/** Longer than any id or name of a watchlist. */
const LONGEST_NAME = 200;

/** The watchlists that rows can use: all ids, and the id of each id or name in the rows. */
interface Lists {
  named: Map<string, string>;
  ids: Set<string>;
}

/** The ids and names of watchlists in the rows. */
interface ListsNamed {
  all: string[];
  /** Those in the `watchlist` field, from which a missing watchlist can be created. */
  names: string[];
}

/** Collects the ids and names of watchlists in the rows. */
function listsNamed(rows: ImportRow[]): ListsNamed {
  const named = { watchlist: new Set<string>(), watchlistId: new Set([DEFAULT_WATCHLIST]) };
  for (const row of rows) {
    if (!row.ok || !isObject(row.value)) continue;
    for (const field of ["watchlist", "watchlistId"] as const) {
      const name = row.value[field];
      if (typeof name === "string" && name.length <= LONGEST_NAME) named[field].add(name.trim());
    }
  }
  return { all: [...new Set([...named.watchlistId, ...named.watchlist])], names: [...named.watchlist] };
}

/** What a row asks for. */
interface ReadRow {
  form: TargetForm;
  along: Along[];
}

/** Parses the target of a row, resolves its watchlist, and parses what comes with it. The error lists every invalid field. */
function readRow(row: ImportRow, lists: Lists, limits: Limits): Result<ReadRow, FieldError[]> {
  if (!row.ok) return row;
  const { rest, along, errors: besides } = withoutAlong(row.value, limits);
  const { body, field } = withList(rest, lists);
  const form = readAs(target, body, limits) as Result<TargetForm, Refusal>;
  const errors = [...(!form.ok && form.error.kind === "invalid" ? form.error.errors : []), ...besides];
  const list = form.ok ? form.value.watchlistId : isObject(body) ? (body["watchlistId"] ?? DEFAULT_WATCHLIST) : null;
  if (typeof list === "string" && !lists.ids.has(list))
    errors.push({ pointer: `/${field}`, message: "names no watchlist" });
  if (form.ok && errors.length === 0) return ok({ form: form.value, along });
  return err(errors.map((one) => (one.pointer === "/watchlistId" ? { ...one, pointer: `/${field}` } : one)));
}

/**
 * Replaces `watchlist` by `watchlistId`. If a row has both, it is unchanged, and the form rejects `watchlist` as
 * unknown.
 */
function withList(value: Json, lists: Lists): { body: Json; field: "watchlist" | "watchlistId" } {
  if (!isObject(value) || value["watchlist"] === undefined || value["watchlistId"] !== undefined)
    return { body: value, field: "watchlistId" };
  const { watchlist, ...rest } = value;
  const watchlistId = typeof watchlist === "string" ? (lists.named.get(watchlist.trim()) ?? watchlist) : watchlist;
  return { body: { ...rest, watchlistId }, field: "watchlist" };
}

export interface ImportDeps extends Omit<Tools, "now"> {
  /** The watchlist ids for these ids or names; an id takes precedence over a name. */
  watchlistIds(named: string[]): Promise<Map<string, string>>;
  /** The ids of the records with these keys, in this order; null for none. */
  idsOf(of: Declared, keys: (string | number | null)[][]): Promise<(string | null)[]>;
  count(of: Declared): Promise<number>;
  write(steps: Step[], imported: Imported[]): Promise<Result<null, Refused>>;
  /** Notifies operators. If this fails, the import is kept. */
  announce(news: News[], now: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

export interface ImportPorts {
  keep: Pick<ImportDeps, "idsOf" | "count">;
}

/**
 * The result for the row at an index: its target, whether that was created now, and whether polls must still resolve
 * it; or the errors of the row.
 */
export type Imported =
  | { index: number; id: string; isNew: boolean; waits: boolean }
  | { index: number; errors: FieldError[] };

const of: Declared = target;

const full = (one: Declared = of) => ({ pointer: "", message: fullOf(one) });
const RACED = { pointer: "", message: "was changed by someone else at the same time; send it again" };

/** A write that loses a race is retried with fresh reads. */
const MAX_TRIES = 3;

/**
 * Creates the targets that do not exist yet. Existing ones, and later duplicates among the rows, are left as they are.
 * With `makeLists` a missing watchlist is created with its first target. If no row is valid, nothing is written.
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
    const keys = read.map((row) => (row.ok ? keyOf(row.value.form) : ""));
    const forms = new Map<string, ReadRow>();
    for (const [index, row] of read.entries())
      if (row.ok && !forms.has(keys[index]!)) forms.set(keys[index]!, row.value);
    const { ids, fresh, along, news, refused } = await idsFor(forms, deps);
    const reported = (missed: FieldError) => reportedOf(read, keys, { ids, fresh, refused }, missed);
    if (ids.size === 0 && rows.length > 0) return ok(reported(full()));
    const filled = new Set(fresh.map((one) => one["watchlistId"]));
    const created = missing.filter(({ id }) => filled.has(id));
    const steps: Step[] = [
      ...(created.length === 0 ? [] : [{ do: "make" as const, of: watchlist as Declared, records: created }]),
      { do: "make", of, records: fresh },
      ...[...along].map(([one, records]) => ({ do: "make" as const, of: one, records })),
    ];
    const written = await deps.write(steps, reported(full()));
    if (written.ok) {
      if (news.length > 0) await deps.announce(news, await deps.now());
      return ok(reported(full()));
    }
    if (written.error.kind === "repeated") return err({ kind: "repeated" });
    if (tries + 1 < MAX_TRIES) continue;
    for (const one of fresh) ids.delete(keyOf(one as unknown as TargetForm));
    return ok(reported(RACED));
  }
}

const keyOf = (form: TargetForm): string => JSON.stringify(of.key(form));

/** The result of each row. Of several rows with the same target, the first created it. */
function reportedOf(
  read: Result<ReadRow, FieldError[]>[],
  keys: string[],
  { ids, fresh, refused }: Pick<Known, "ids" | "fresh" | "refused">,
  missed: FieldError,
): Imported[] {
  const unsaid = new Set(fresh.map(({ id }) => id));
  const waiting = new Set((fresh as unknown as Target[]).flatMap((one) => (resolvingOf(one) === null ? [] : one.id)));
  return read.map((row, index) => {
    const key = keys[index]!;
    const id = ids.get(key);
    if (row.ok && id !== undefined) return { index, id, isNew: unsaid.delete(id), waits: waiting.has(id) };
    return { index, errors: row.ok ? (refused.get(key) ?? [missed]) : row.error };
  });
}

/** The missing watchlists that rows name, up to the quota. Invalid names are skipped. */
async function missingLists(names: string[], known: Map<string, string>, deps: ImportDeps): Promise<AnyStored[]> {
  const missing = names.filter((name) => !known.has(name) && !DERIVED_ID.test(name));
  if (missing.length === 0) return [];
  const now = await deps.now();
  const room = Math.max(0, watchlist.quota.count - (await deps.count(watchlist)));
  const records = missing.flatMap((name): AnyStored[] => {
    const form = readAs(watchlist, { name }, deps.limits);
    const id = deps.newId(watchlist.prefix);
    return form.ok ? [{ id, createdAt: now, updatedAt: now, revision: 0, ...form.value }] : [];
  });
  return records.slice(0, room);
}

/** An id created by Tallylight. If no such watchlist exists, none is created with that name. */
const DERIVED_ID = new RegExp(`^${watchlist.prefix}_[a-z0-9]{26}$`);

/** The targets of the rows, by key. */
interface Known {
  ids: Map<string, string>;
  /** The records of new targets. */
  fresh: AnyStored[];
  /** The records that come with new targets, by resource. */
  along: Map<Declared, AnyStored[]>;
  news: News[];
  /** Why other targets are not stored. */
  refused: Map<string, FieldError[]>;
}

/** The id of each target, and the records of new ones up to the quota. */
async function idsFor(forms: Map<string, ReadRow>, deps: ImportDeps): Promise<Known> {
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
  const known: Known = { ids, fresh: [], along: new Map(), news: [], refused: new Map() };
  if (unknown.length === 0) return known;
  const now = await deps.now();
  const room = Math.max(0, of.quota.count - (await deps.count(of)));
  const tools = { ...deps, now, upstream: askingLater(deps.upstream) };
  const capacity = new Map<Declared, number>();
  for (const [key, { form, along }] of unknown.slice(0, room)) {
    const id = deps.newId(of.prefix);
    const settled = await of.validated!({ id, form, before: null, given: null }, tools);
    const others = await alongOf(along, { id, now, capacity }, tools);
    const errors = [settled, others].flatMap((one) =>
      !one.ok && one.error.kind === "invalid" ? one.error.errors : [],
    );
    if (errors.length > 0) known.refused.set(key, errors);
    if (!settled.ok || !others.ok) continue;
    known.fresh.push({ id, createdAt: now, updatedAt: now, revision: 0, ...form, ...settled.value.own });
    for (const { of: one, record, news } of others.value) {
      known.along
        .set(one, known.along.get(one) ?? [])
        .get(one)!
        .push(record);
      known.news.push(...news);
    }
    ids.set(key, id);
  }
  return known;
}

/** The records that come with a new target. `capacity` has how many more of each resource there may be. */
async function alongOf(
  along: Along[],
  { id, now, capacity }: { id: string; now: number; capacity: Map<Declared, number> },
  deps: Tools & Pick<ImportDeps, "count" | "newId">,
): Promise<Result<{ of: Declared; record: AnyStored; news: News[] }[], Refusal>> {
  const made: { of: Declared; record: AnyStored; news: News[] }[] = [];
  for (const { of: one, form } of along) {
    const left = capacity.get(one) ?? Math.max(0, one.quota.count - (await deps.count(one)));
    capacity.set(one, left);
    if (left === 0) return invalid(inColumns(one, [full(one)]));
    const wish = { id: deps.newId(one.prefix), form: { ...form, targetId: id }, before: null, given: null };
    const settled = await validateRecord(one, { ...wish, createdAt: now }, deps);
    if (!settled.ok) return settled.error.kind === "invalid" ? invalid(inColumns(one, settled.error.errors)) : settled;
    capacity.set(one, left - 1);
    made.push({ of: one, record: settled.value.one, news: settled.value.news });
  }
  return ok(made);
}

const invalid = (errors: FieldError[]): Result<never, Refusal> => err({ kind: "invalid", errors });
