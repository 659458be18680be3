import type { Horizon } from "../core/knowledge.ts";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Limits } from "./limits.ts";
import type { IdPrefix } from "../core/ids.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import type { FieldError, Refusal } from "../core/refusal.ts";
import type { Result } from "../core/result.ts";
import type { News } from "../core/drift-detector.ts";
import type { UpstreamTool } from "./upstream-tool.ts";
import type { Ref } from "./ref.ts";

/** The fields of every record. Instants are epoch ms; each change by a person increments `revision`. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
export type Base = { id: string; createdAt: number; updatedAt: number; revision: number };

/** A stored record: the fields of its form, and its own. */
export type Stored<F extends z.ZodObject, Own = unknown> = Base & Omit<z.output<F>, keyof Own> & Own;

/** Fields whose stored value differs from the form's input: an instant, a mention. */
type Rewritten<F extends z.ZodObject> = {
  [K in keyof z.output<F> & keyof z.input<F>]: z.output<F>[K] extends z.input<F>[K] ? never : K;
}[keyof z.output<F> & keyof z.input<F>];

/** How such a field is serialized. */
export interface Displayed<Value> {
  schema: () => z.ZodType;
  /** Writes the value as in a request. */
  write: (value: Value) => unknown;
}

/** A field of responses that no form has. */
interface Showing<Whole> {
  schema: () => z.ZodType;
  of: (one: Whole, horizon: Horizon | null) => unknown;
  /** Set if it depends on the horizon, which is null otherwise. */
  hasHorizon?: true;
}

export type Param = string | number | null;

/** SQL with `params`, or for chunks of `rows` as the JSON array `?1`. If `counted`, `?2` and `?3` bound their indexes. */
export type Statement = { sql: string; params: Param[] } | { sql: string; rows: Iterable<unknown>; counted?: boolean };

/** The tools of a declaration, provided by the wiring. */
export interface Tools {
  /** Tick time or wall clock, whichever is later, epoch ms. */
  now: number;
  /** The name of the caller. */
  by: string;
  limits: Limits;
  randomBytes: (count: number) => Uint8Array;
  seal: (value: Json, place: string) => Promise<string>;
  /** Null if no key decrypts it in this context. */
  open: (sealed: string, place: string) => Promise<Json>;
  /** SHA-256, hexadecimal. */
  hash: (text: string) => Promise<string>;
  upstream: UpstreamTool;
  /** Has Telegram send what people write to our bots here. Returns why it does not; null if it does. */
  openTelegram: () => Promise<string | null>;
}

/** A record to create or change. */
export interface Asking<F extends z.ZodObject, Own extends object> {
  id: string;
  form: z.output<F>;
  before: Stored<F, Own> | null;
  /** The request body; for a change only the patch. */
  given: Json;
}

/** The fields of a record beyond its form. Only those in `own` are written; the engine may have written others. */
export interface Validated<Own extends object> {
  own: Partial<Own>;
  /** New secrets by name, shown only once. */
  made?: Record<string, string>;
  /** News for operators, announced once it is written. */
  news?: News[];
}

type Change<Whole> = Record<"before" | "after", Whole>;

/** How a resource is part of the configuration document. */
interface InDocument<F extends z.ZodObject, Own extends object> {
  /** The order of its list. New records in the order of creation keep the order of the document. */
  order: "name" | "createdAt" | "until";
  /** The name under which people look for it. */
  displayName: (one: Stored<F, Own>) => string;
  /** Reports whether it has expired, so that it is neither created nor missed. */
  isExpired?: (one: z.output<F>, now: number) => boolean;
  /** How an entry is parsed if the record's form does not fit. */
  entry?: {
    forms: (limits: Limits) => z.ZodObject[];
    read: (body: JsonObject, limits: Limits) => Result<z.output<F>, Refusal>;
    validated: (asking: Asking<F, Own>, tools: Tools) => Promise<Result<Validated<Own>, Refusal>>;
    /** Serializes an entry, with encrypted secrets or without any. */
    shown: (one: Stored<F, Own>, sealed: boolean) => JsonObject;
    /** Further fields that differ, beyond those in `shown`. */
    differing: (change: Change<Stored<F, Own>>) => string[];
  };
}

/** Tables that triggers maintain row by row. Large writes update them once at the end of their batch instead. */
export interface Bulk {
  /** The number of rows in one write from which this applies. */
  least: number;
  /** SQL that disables the triggers. */
  begin: string;
  /** SQL that recomputes the tables and enables the triggers again. */
  end: string[];
}

/** A filter of a list, as SQL over `t` with a `?` for the value. */
export interface Narrower {
  schema: () => z.ZodType;
  where: string;
  /** The condition for an index that has the matching rows in the list's order; null for none. */
  leads?: (value: unknown) => string | null;
  /** For a filter on part of the name: SQL for rows whose names are cut in `name_pages`. */
  cut?: string;
}

/** Rows that are more than the fields of their records. */
interface Rows<F extends z.ZodObject, Own extends object> {
  /** Completes a record that was read, in place. */
  complete?: (one: Stored<F, Own>) => void;
  /** Columns computed when a single record is read, as SQL over `t`. */
  computed?: { [field in keyof Own & string]?: string };
  /** The fields whose change needs computed columns; by default all. */
  computedFor?: string[];
  /** Possibly large columns of polls. Reads of many records omit them. */
  pollColumns?: string[];
  /** Columns that each change increments. */
  increments?: string[];
  /** Columns that the database chooses for new rows `j`, by their `place`, from `?2` to before `?3`. */
  assigned?: { among: (rows: string) => string; columns: { [column: string]: string } };
}

/** A column of the import of creators. */
export interface ImportColumn {
  /** The field that it fills, where that has another name. */
  field?: string;
  /** Reads a cell that is not empty, or says what it must be. Without it, the field gets the text. */
  read?: (cell: string) => Result<Json, string>;
  /** A cell. */
  example: string;
}

/** One resource of the API. Its routes, documentation, storage and part of the configuration are derived from this. */
export interface Resource<F extends z.ZodObject, Own extends object> {
  /** Its path, table and list in the configuration. */
  name: string;
  /** The singular, in texts and names of operations. */
  noun: string;
  prefix: IdPrefix;
  /** The scope for all operations; by default `read` and `write`. Instants of `admin` are wall clock, also in replays. */
  scope?: "admin";
  table: SQLiteTable & { $inferSelect: Stored<F, Own> };
  /** Created once, on first use. */
  form: () => F;
  /** The forms of its kinds, if `kind` decides which fields there are. */
  kinds?: { names: string[]; form(kind: string, limits: Limits): z.ZodObject };
  refs: { [K in keyof z.output<F>]?: Ref };
  /** Fields with ids of another resource (its name), which may be deleted. */
  listRefs?: { [K in keyof z.output<F>]?: string };
  /**
   * Which records belong to some watchlists, as SQL over `t` with a `?` for a JSON array of their ids. Without it none
   * do, and tokens limited to watchlists may not use the resource.
   */
  within?: string;
  /** What identifies a record if no id does. */
  key: (one: z.output<F>) => Json[];
  /** A field whose values all differ, except for null, and the error of a write that repeats one. */
  distinct?: { field: string; message: string };
  /** Records with the same key are rejected, with these messages. */
  unique?: {
    columns: string[];
    /** A column that, if not null, identifies a record instead of the last of them. */
    alias?: string;
    taken(one: z.output<F>): string;
    field: string;
    twice(other: string): string;
  };
  /** The quota: its count, SQL for the records that count (by default all), or SQL for their stored number. */
  quota: { count: number; counting?: (now: number) => string; counted?: string };
  /** The errors of a form beyond those of single fields. */
  validate?: (form: z.output<F>, before: Stored<F, Own> | null, now: number) => FieldError[];
  /** An error of all records together that did not exist before. */
  validateAll?: (all: Stored<F, Own>[], before: Stored<F, Own>[]) => FieldError | null;
  validated?: (asking: Asking<F, Own>, tools: Tools) => Promise<Result<Validated<Own>, Refusal>>;
  /** The record as a request body, if that differs from the stored form. */
  written?: (one: Stored<F, Own>, tools: Tools) => Promise<JsonObject>;
  /** The record that always exists, and its fixed fields. */
  builtIn?: { id: string; adjective: string; keeps: string[] };
  serialize: { [K in Rewritten<F>]: Displayed<z.output<F>[K]> } & { [K in keyof Own & string]?: Displayed<Own[K]> };
  computedFields?: { [field: string]: Showing<Stored<F, Own>> };
  /** What the response to creation contains in addition, only once. */
  made?: {
    schema?: () => Record<string, z.ZodType>;
    shown(one: Stored<F, Own>, created: Record<string, string>): object;
  };
  filters?: { [parameter: string]: Narrower };
  /**
   * Columns of the import of creators, by name. Those of another resource than the creators themselves make a record with
   * each new creator, whose id is its `targetId`.
   */
  columns?: { [column: string]: ImportColumn };
  /** How its rows are more than the fields of its records. */
  rows?: Rows<F, Own>;
  /** Side effects in the same batch; `ids` is a SELECT that binds `params`. */
  sideEffects?: {
    before?: (count: number) => Statement[];
    made?: (records: Stored<F, Own>[]) => Statement[];
    /** Before the rows change. */
    changing?: (changes: Change<Stored<F, Own>>[]) => Statement[];
    changed?: (changes: Change<Stored<F, Own>>[]) => Statement[];
    /** `at` is the time of the deletion, wall clock, epoch ms. */
    removed?: (ids: string, params: Param[], at: number) => Statement[];
    /** Replaces triggers in large writes. */
    bulk?: Bulk;
  };
  words: { about: string; list?: string; create: string; creating?: string; changing?: string; deleting?: string };
  example: { body: z.input<F>; patch: object; own?: Partial<Own>; shown?: object };
  document?: InDocument<F, Own>;
}

/** A record of any resource. */
export type AnyStored = Base & { [field: string]: unknown };

/** A resource with its record type `One`. */
export interface Declared<One extends Base = AnyStored> extends Resource<z.ZodObject, { [field: string]: unknown }> {
  /** Never set; only carries the record type. */
  readonly one?: One;
}

/** Declares a resource. The compiler checks its parts against each other here; the cast then drops the form's type. */
export const resource = <F extends z.ZodObject, Own extends object = object>(declared: Resource<F, Own>) =>
  ({ ...declared, form: lazy(declared.form) }) as unknown as Declared<Stored<F, Own>>;
