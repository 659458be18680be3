import type { Bulk } from "./bulk.ts";
import type { Horizon } from "../core/knowledge.ts";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Addresses } from "../core/public-url.ts";
import type { IdPrefix } from "../core/ids.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import type { FieldError, Refusal } from "../core/refusal.ts";
import type { Result } from "../core/result.ts";
import type { OperatorNews } from "../core/upstream-watch.ts";
import type { Narrower } from "./narrower.ts";
import type { UpstreamTool } from "./upstream-tool.ts";
import type { Ref } from "./ref.ts";

/** What every record has. Instants are epoch ms; `revision` moves with each change that people make. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no Record
export type Base = { id: string; createdAt: number; updatedAt: number; revision: number };

/** A record as it is kept: what its form reads, and what is its own. */
export type Stored<F extends z.ZodObject, Own = unknown> = Base & Omit<z.output<F>, keyof Own> & Own;

/** Fields that are kept otherwise than they are written: an instant, a mention. */
type Rewritten<F extends z.ZodObject> = {
  [K in keyof z.output<F> & keyof z.input<F>]: z.output<F>[K] extends z.input<F>[K] ? never : K;
}[keyof z.output<F> & keyof z.input<F>];

/** How a field that is kept otherwise is shown. */
export interface Shown<Value> {
  schema: () => z.ZodType;
  /** As a person would write it. */
  write: (value: Value) => unknown;
}

/** A field of the answer that no form has. */
interface Showing<Whole> {
  schema: () => z.ZodType;
  of: (one: Whole, horizon: Horizon | null) => unknown;
}

export type Param = string | number | null;

/** SQL as data: with `params`, or once for each so many `rows`, which it finds as the JSON array `?1`. */
export type Statement = { sql: string; params: Param[] } | { sql: string; rows: Iterable<unknown> };

/** What forms are judged by. */
export interface Limits {
  minIntervalSeconds: number;
  addresses: Addresses;
}

/** What a declaration may ask for; edges fill it. */
export interface Tools {
  /** Tick time or wall clock, whichever is later, epoch ms. */
  now: number;
  /** The name of who asks. */
  by: string;
  limits: Limits;
  randomBytes: (count: number) => Uint8Array;
  seal: (value: Json, place: string) => Promise<string>;
  /** Null where no key opens it at this place. */
  open: (sealed: string, place: string) => Promise<Json>;
  /** SHA-256, hexadecimal. */
  hash: (text: string) => Promise<string>;
  upstream: UpstreamTool;
}

/** One that is to be made or changed. */
export interface Asking<F extends z.ZodObject, Own extends object> {
  id: string;
  form: z.output<F>;
  before: Stored<F, Own> | null;
  /** What was sent: of a change only the patch. */
  given: Json;
}

/** What a record has beyond its form. Only what `own` names is written: another column may be the engine's by now. */
export interface Settled<Own extends object> {
  own: Partial<Own>;
  /** Secrets that were made just now, by name: shown this once. */
  made?: Record<string, string>;
  /** What operators are told once it is written. */
  news?: OperatorNews[];
}

type Change<Whole> = Record<"before" | "after", Whole>;

/** How a resource stands in the configuration document. */
interface InDocument<F extends z.ZodObject, Own extends object> {
  /** The order of its list. One that is ordered by its making keeps the order of the document. */
  order: "name" | "createdAt" | "until";
  /** What it is called where people look for it. */
  called: (one: Stored<F, Own>) => string;
  /** True for one that is over: neither made nor missed. */
  over?: (one: z.output<F>, now: number) => boolean;
  /** Reads an entry where a form for all of it is too narrow. */
  entry?: {
    forms: (limits: Limits) => z.ZodObject[];
    read: (body: JsonObject, limits: Limits) => Result<z.output<F>, Refusal>;
    settle: (asking: Asking<F, Own>, tools: Tools) => Promise<Result<Settled<Own>, Refusal>>;
    /** As the document has it, with sealed secrets or without any. */
    shown: (one: Stored<F, Own>, sealed: boolean) => JsonObject;
    /** The fields that differ beyond those that are shown. */
    differing: (change: Change<Stored<F, Own>>) => string[];
  };
}

/** One resource of the API, declared once: its routes, its document, its store and its part of the configuration come from this. */
export interface Resource<F extends z.ZodObject, Own extends object> {
  /** Its path, its table and its list in the configuration. */
  name: string;
  /** One of them, in words and in the names of operations. */
  noun: string;
  prefix: IdPrefix;
  /** Who may read and write it; without, those who may read and write. */
  scope?: "admin";
  /** True where instants are the wall clock alone, whatever a replayed tick says (tokens). */
  wallClock?: true;
  table: SQLiteTable & { $inferSelect: Stored<F, Own> };
  /** Made once, when it is first wanted. */
  form: () => F;
  /** The forms of its kinds, where `kind` decides what the others are. */
  kinds?: { names: string[]; form(kind: string, limits: Limits): z.ZodObject };
  refs: { [K in keyof z.output<F>]?: Ref };
  /** Fields with ids of another resource, which need not stay there: its name. */
  listRefs?: { [K in keyof z.output<F>]?: string };
  /**
   * Which of them belong to some watchlists, as SQL over `t` with a `?` for a JSON array of their ids; without it they belong to
   * none, and tokens limited to watchlists may not use the resource.
   */
  within?: string;
  /** What makes two of them the same, where no id says otherwise. */
  key: (one: z.output<F>) => Json[];
  /** Two of the same key are refused: in words, and where the document says it. */
  unique?: {
    columns: string[];
    /** A column that stands for the last of them as well, where it is not null: one is found by either. */
    alias?: string;
    taken(one: z.output<F>): string;
    field: string;
    twice(other: string): string;
  };
  /** How many there may be; as SQL which of them count (all without), or how many there are where something keeps count. */
  most: { count: number; counting?: (now: number) => string; counted?: string };
  /** What is wrong with a form that each of its fields is right in. */
  wrong?: (form: z.output<F>, before: Stored<F, Own> | null, now: number) => FieldError[];
  /** What is wrong with all of them together, where it was not before: a field, and in words. */
  together?: (all: Stored<F, Own>[], before: Stored<F, Own>[]) => FieldError | null;
  settle?: (asking: Asking<F, Own>, tools: Tools) => Promise<Result<Settled<Own>, Refusal>>;
  /** Its form as it would be sent, where that is not what is kept. */
  written?: (one: Stored<F, Own>, tools: Tools) => Promise<JsonObject>;
  /** The one that is always there, and the fields it keeps. */
  builtIn?: { id: string; adjective: string; keeps: string[] };
  shown: { [K in Rewritten<F>]: Shown<z.output<F>[K]> } & { [K in keyof Own & string]?: Shown<Own[K]> };
  shows?: { [field: string]: Showing<Stored<F, Own>> };
  hasHorizon?: true;
  /** What its making adds to the answer, this once. */
  made?: {
    schema?: () => Record<string, z.ZodType>;
    shown(one: Stored<F, Own>, created: Record<string, string>): object;
  };
  filters?: { [parameter: string]: Narrower };
  /** How a record that was kept long ago reads today. */
  revived?: (one: Stored<F, Own>) => Stored<F, Own>;
  /** Columns that are worked out as it is read one by one, as SQL over `t`. */
  worked?: { [field in keyof Own & string]?: string };
  /** The fields whose change asks for what is worked out; all where it is left out. */
  workedFor?: string[];
  /** Columns that polls alone write and read, which may be large: who looks at very many leaves them out. */
  remembered?: string[];
  /** Columns that each change moves by one. */
  moves?: string[];
  /** Columns that the database chooses as a row comes in: a join on its place `j.value ->> 0`. */
  placed?: { join: string; columns: { [column: string]: string } };
  /** What goes along in the same batch; `ids` is a SELECT that binds `params`. */
  along?: {
    before?: (count: number) => Statement[];
    made?: (records: Stored<F, Own>[]) => Statement[];
    changed?: (changes: Change<Stored<F, Own>>[]) => Statement[];
    removed?: (ids: string, params: Param[]) => Statement[];
    /** What triggers keep up row by row, and what so many rows and more write once instead. */
    bulk?: Bulk;
  };
  words: { about: string; list?: string; create: string; creating?: string; changing?: string; deleting?: string };
  example: { body: z.input<F>; patch: object; own?: Partial<Own>; shown?: object };
  document?: InDocument<F, Own>;
}

/** A record of any resource. */
export type AnyStored = Base & { [field: string]: unknown };

/** A resource as the machinery sees it: whose records are `One`. */
export interface Declared<One extends Base = AnyStored> extends Resource<z.ZodObject, { [field: string]: unknown }> {
  /** Never there: says of which type its records are. */
  readonly one?: One;
}

/** Declares a resource. The cast forgets which form it is: the compiler has held its parts against each other here. */
export const resource = <F extends z.ZodObject, Own extends object = object>(declared: Resource<F, Own>) =>
  ({ ...declared, form: lazy(declared.form) }) as unknown as Declared<Stored<F, Own>>;
