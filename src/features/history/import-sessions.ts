import { isObject } from "../../core/json.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { ImportRow } from "../../http/import-rows.ts";
import { instantOfWall } from "../../core/schedule.ts";
import { liveParams } from "../../kinds/live/params.ts";
import { targetKinds } from "../../kinds/registry.ts";

/** A creator to whom a row may belong. */
export interface Importable {
  id: string;
  identity: string;
  alias: string | null;
  /** The zone of it, of its watchlist or of the team; null for none. */
  timezone: string | null;
}

/** A broadcast to store. Instants are epoch ms. */
export interface ImportedSession {
  targetId: string;
  startedAt: number;
  endedAt: number | null;
}

export interface ImportSessionsDeps {
  importable(ids: string[], identities: string[]): Promise<Importable[]>;
  /** The live targets with these names, in any case. */
  namedSo(names: string[]): Promise<{ id: string; identity: string; name: string }[]>;
  /** Stores what is neither stored nor observed, and learns from it. Returns the keys of `sessionKey` that are new. */
  store(sessions: ImportedSession[]): Promise<Set<string>>;
  now(): Promise<number>;
}

export const sessionKey = ({ targetId, startedAt }: ImportedSession): string => `${targetId} ${startedAt}`;

export type ImportedRow =
  | { index: number; id: string; session: ImportedSession; isNew: boolean }
  | { index: number; errors: FieldError[] };

/** Streams last at most this long. */
const LONGEST_MS = 99 * 3_600_000;
/** No service is older. */
const EARLIEST = Date.UTC(2005, 0, 1);

interface ReadRow {
  by: "targetId" | "identity";
  value: string;
  field: string;
  startedAt: string;
  endedAt: string | null;
}

/** Reads what a row says. Other fields, such as those of an export, are ignored. */
function readRow(row: ImportRow): Result<ReadRow, FieldError[]> {
  if (!row.ok) return row;
  const { value } = row;
  if (!isObject(value)) return err([{ pointer: "", message: "must be an object" }]);
  const field = (["targetId", "userId", "handle"] as const).find((name) => value[name] != null && value[name] !== "");
  if (field === undefined) return err([{ pointer: "", message: "needs targetId, userId or handle" }]);
  const errors: FieldError[] = [];
  const text = (name: string): string | null => {
    const found = value[name];
    if (found == null || found === "") return null;
    if (typeof found === "string") return found.trim();
    errors.push({ pointer: `/${name}`, message: "must be a text" });
    return null;
  };
  const [startedAt, endedAt, named] = [text("startedAt"), text("endedAt"), text(field)];
  if (startedAt === null && value["startedAt"] == null) errors.push({ pointer: "/startedAt", message: "is required" });
  if (named === null || startedAt === null || errors.length > 0) return err(errors);
  if (field === "targetId") return ok({ by: "targetId", value: named, field, startedAt, endedAt });
  const params = liveParams().safeParse({ [field]: named });
  if (!params.success) return err([{ pointer: `/${field}`, message: params.error.issues[0]!.message }]);
  return ok({ by: "identity", value: targetKinds["live"]!.identity(params.data), field, startedAt, endedAt });
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** A time as epoch ms; one without a zone is on the clock of `timezone`. Null if it is none. */
function instantIn(text: string, timezone: string): number | null {
  const [, date, time, seconds = "00", zone] = TIME.exec(text) ?? [];
  if (date === undefined) return null;
  const wall = Date.parse(`${date}T${time}:${seconds}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return null;
  if (zone === undefined) return instantOfWall(wall, timezone);
  if (zone.toUpperCase() === "Z") return wall;
  const at = Date.parse(`${date}T${time}:${seconds}${zone.slice(0, 3)}:${zone.slice(-2)}`);
  return Number.isNaN(at) ? null : at;
}

/** Why times are none that are stored. */
export const TIME_FAULTS = {
  future: "must not be in the future",
  old: "must be after 2005",
  order: "must be after startedAt",
  long: "must be within 99 hours of startedAt",
} as const;

function sessionOf(read: ReadRow, one: Importable, now: number): Result<ImportedSession, FieldError[]> {
  const zone = one.timezone ?? "UTC";
  const startedAt = instantIn(read.startedAt, zone);
  const endedAt = read.endedAt === null ? null : instantIn(read.endedAt, zone);
  const fail = (pointer: string, message: string) => err([{ pointer, message }]);
  if (startedAt === null) return fail("/startedAt", "must be a time such as 2026-03-01T20:00:00Z");
  if (read.endedAt !== null && endedAt === null) return fail("/endedAt", "must be a time such as 2026-03-01T23:00:00Z");
  if (startedAt > now) return fail("/startedAt", TIME_FAULTS.future);
  if (startedAt < EARLIEST) return fail("/startedAt", TIME_FAULTS.old);
  if (endedAt !== null && endedAt > now) return fail("/endedAt", TIME_FAULTS.future);
  if (endedAt !== null && endedAt < startedAt) return fail("/endedAt", TIME_FAULTS.order);
  if (endedAt !== null && endedAt - startedAt > LONGEST_MS) return fail("/endedAt", TIME_FAULTS.long);
  // An export ends a stream of unknown end where it starts.
  return ok({ targetId: one.id, startedAt, endedAt: endedAt === startedAt ? null : endedAt });
}

/** Imports past broadcasts. A row of a creator in several watchlists is one of each. */
export async function importSessions(rows: ImportRow[], deps: ImportSessionsDeps): Promise<ImportedRow[]> {
  const read = rows.map(readRow);
  const named = (by: ReadRow["by"]) => [
    ...new Set(read.flatMap((one) => (one.ok && one.value.by === by ? one.value.value : []))),
  ];
  const found = await deps.importable(named("targetId"), named("identity"));
  const now = await deps.now();
  const byKey = new Map<string, Importable[]>();
  for (const one of found)
    for (const key of new Set([one.id, one.identity, one.alias ?? one.identity]))
      byKey.set(key, [...(byKey.get(key) ?? []), one]);
  const judged = read.map((one): Result<ImportedSession[], FieldError[]> => {
    if (!one.ok) return one;
    const targets = byKey.get(one.value.value) ?? [];
    if (targets.length === 0) return err([{ pointer: `/${one.value.field}`, message: "names no creator" }]);
    const sessions: ImportedSession[] = [];
    for (const target of targets) {
      const session = sessionOf(one.value, target, now);
      if (!session.ok) return session;
      sessions.push(session.value);
    }
    return ok(sessions);
  });
  const all = judged.flatMap((one) => (one.ok ? one.value : []));
  const made = all.length === 0 ? new Set<string>() : await deps.store(all);
  return judged.map((one, index) => {
    if (!one.ok) return { index, errors: one.error };
    // A second row of the same broadcast is not new.
    const isNew = one.value.map((session) => made.delete(sessionKey(session))).some(Boolean);
    const [session] = one.value;
    return { index, id: session!.targetId, session: session!, isNew };
  });
}
