import { listsOf, type OperationsConfig } from "./operation-form.ts";
import { canonical, type Json } from "../../core/json.ts";
import { placeholdersOf, type Listing, type Operation } from "../../core/operation.ts";
import type { KnownOperation } from "../../kinds/kind.ts";
import { targetKinds } from "../../kinds/registry.ts";

/**
 * Operations by name. One that several kinds declare has the fields of all of them. Throws if their requests differ, or
 * if they read the same field from different places, because the definition would be ambiguous.
 */
export function declaredOnce(declared: KnownOperation[]): Map<string, KnownOperation> {
  const operations = new Map<string, KnownOperation>();
  for (const one of declared) {
    const before = operations.get(one.name);
    if (before === undefined) operations.set(one.name, one);
    else if (!sameCall(before, one) || !agree(before.fields, one.fields))
      throw new Error(`two target kinds declare the operation ${one.name} differently`);
    else operations.set(one.name, { ...before, ...one, fields: { ...before.fields, ...one.fields } });
  }
  return operations;
}

type Declared = Pick<KnownOperation, "path" | "method" | "query" | "body" | "reading" | "listing">;

/** Whether two declarations send the same request and read verdicts alike. */
const sameCall = (one: Declared, other: Declared): boolean =>
  one.path === other.path &&
  (one.method ?? "GET") === (other.method ?? "GET") &&
  canonical((one.query ?? {}) as Json) === canonical((other.query ?? {}) as Json) &&
  canonical((one.body ?? {}) as Json) === canonical((other.body ?? {}) as Json) &&
  canonical({ ...one.listing }) === canonical({ ...other.listing }) &&
  (one.reading == null ||
    other.reading == null ||
    canonical({ ...one.reading } as Json) === canonical({ ...other.reading } as Json));

/** Whether no field of the same name is read from two places. */
const agree = (one: Record<string, string> = {}, other: Record<string, string> = {}): boolean =>
  Object.entries(one).every(([name, pointer]) => other[name] === undefined || other[name] === pointer);

/** The operations that target kinds declare, by name. They need no configuration. */
export const known: ReadonlyMap<string, KnownOperation> = declaredOnce(
  Object.values(targetKinds).flatMap(({ operations, enriching = [], resolves }) => [
    ...operations,
    ...enriching,
    ...(resolves === undefined ? [] : [resolves.operation]),
  ]),
);

/**
 * Merges the settings of operations from the environment and the API. The environment takes precedence. If both send
 * the same request, the fields of both are read.
 */
export function mergedOperations(provided: OperationsConfig, stored: OperationsConfig): OperationsConfig {
  const reported: OperationsConfig = { ...stored, ...provided };
  for (const [name, own] of Object.entries(provided)) {
    const other = stored[name];
    if (own !== null && other != null && sendsTheSame(own, other) && listsTheSame(own, other))
      reported[name] = { ...own, fields: { ...other.fields, ...own.fields } };
  }
  return reported;
}

type OperationSettings = NonNullable<OperationsConfig[string]>;

const sendsTheSame = (one: OperationSettings, other: OperationSettings): boolean =>
  one.path === other.path &&
  one.method === other.method &&
  canonical(one.query) === canonical(other.query) &&
  canonical(one.body) === canonical(other.body) &&
  one.most === other.most &&
  one.separator === other.separator;

/** Whether the fields of both point into the same rows, or into the whole answer, decoded alike. */
const listsTheSame = (one: OperationSettings, other: OperationSettings): boolean =>
  canonical({ ...listingOf(one), decode: one.decode ?? [] }) ===
  canonical({ ...listingOf(other), decode: other.decode ?? [] });

/** Why these settings contradict the environment; null if they do not. */
export function contradiction(name: string, reported: OperationSettings, provided: OperationsConfig): string | null {
  const own = provided[name];
  if (own === undefined) return null;
  if (own === null) return `UPSTREAM_OPERATIONS removes ${name}: change it there.`;
  if (!sendsTheSame(own, reported)) return `UPSTREAM_OPERATIONS calls ${name} differently: change it there.`;
  if (!listsTheSame(own, reported))
    return `UPSTREAM_OPERATIONS finds the rows of ${name} differently (rows, id, decode): change it there.`;
  const field = Object.keys(reported.fields).find((one) => !agree({ [one]: reported.fields[one]! }, own.fields));
  return field === undefined
    ? null
    : `UPSTREAM_OPERATIONS reads the field ${field} of ${name} elsewhere: change it there.`;
}

/** The most optional calls of a poll of any kind; 0 if none of these operations can be called. */
export const optionalCalls = (operations: ReadonlyMap<string, Operation>): number =>
  Math.max(
    ...Object.values(targetKinds).map(
      ({ enriching = [] }) => enriching.filter(({ name }) => operations.has(name)).length,
    ),
  );

/** All callable operations by name: declared ones, overridden by configured ones. */
export const operationsOf = (config: OperationsConfig): Map<string, Operation> => overridden(declared(), config);

/** Operations, overridden by configured ones. */
export function overridden(
  operations: ReadonlyMap<string, Operation>,
  config: OperationsConfig,
): Map<string, Operation> {
  const all = new Map(operations);
  for (const [name, entry] of Object.entries(config)) {
    if (entry === null) all.delete(name);
    else all.set(name, toOperation(name, entry));
  }
  return all;
}

function declared(): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const { source: _source, ...one } of known.values())
    operations.set(one.name, {
      method: "GET",
      query: {},
      body: {},
      enveloped: true,
      decode: [],
      reading: null,
      listing: null,
      fields: {},
      ...one,
    });
  return operations;
}

/** Where its rows are and what identifies them; null if either is missing. */
const listingOf = ({ rows, id }: Pick<OperationSettings, "rows" | "id">): Listing | null =>
  rows === undefined || id === undefined ? null : { rows, id };

function toOperation(name: string, entry: NonNullable<OperationsConfig[string]>): Operation {
  const { method, path, query, body, fields, decode = [], verdict, id: _id, most, separator, ...reading } = entry;
  return {
    name,
    method,
    path,
    query,
    body,
    fields,
    enveloped: false,
    decode,
    ...(most === undefined
      ? {}
      : { many: { most, separator: separator ?? ",", lists: listsOf(placeholdersOf(entry)) } }),
    reading: verdict === undefined ? null : { ...reading, verdict },
    listing: listingOf(entry),
  };
}
