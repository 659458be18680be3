import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import { canonical, type Json } from "../../core/json.ts";
import type { Listing, Operation } from "../../core/operation.ts";
import type { KnownOperation } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";

/**
 * Operations by name. One that several kinds declare has the fields of all of them. Throws where they call it differently, or
 * read a field of the same name from different places: then nobody could say which one is meant.
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

/** True where two declarations send the same request; of two readings of a verdict they must have the same. */
const sameCall = (one: Declared, other: Declared): boolean =>
  one.path === other.path &&
  (one.method ?? "GET") === (other.method ?? "GET") &&
  canonical((one.query ?? {}) as Json) === canonical((other.query ?? {}) as Json) &&
  canonical((one.body ?? {}) as Json) === canonical((other.body ?? {}) as Json) &&
  canonical({ ...one.listing }) === canonical({ ...other.listing }) &&
  (one.reading == null ||
    other.reading == null ||
    canonical({ ...one.reading } as Json) === canonical({ ...other.reading } as Json));

/** True where no field of the same name is read from two places. */
const agree = (one: Record<string, string> = {}, other: Record<string, string> = {}): boolean =>
  Object.entries(one).every(([name, pointer]) => other[name] === undefined || other[name] === pointer);

/** What is known without configuration, by name: what the target kinds call. */
export const known: ReadonlyMap<string, KnownOperation> = declaredOnce(
  Object.values(targetKinds).flatMap(({ operations, enriching = [], resolves }) => [
    ...operations,
    ...enriching,
    ...(resolves === undefined ? [] : [resolves.operation]),
  ]),
);

/**
 * What the environment and the API say of operations: the environment wins, and where both send the same request the fields of
 * both are read.
 */
export function saidTogether(given: OperationsConfig, stored: OperationsConfig): OperationsConfig {
  const said: OperationsConfig = { ...stored, ...given };
  for (const [name, own] of Object.entries(given)) {
    const other = stored[name];
    if (own !== null && other != null && sendsTheSame(own, other) && listsTheSame(own, other))
      said[name] = { ...own, fields: { ...other.fields, ...own.fields } };
  }
  return said;
}

type Said = NonNullable<OperationsConfig[string]>;

const sendsTheSame = (one: Said, other: Said): boolean =>
  one.path === other.path &&
  one.method === other.method &&
  canonical(one.query) === canonical(other.query) &&
  canonical(one.body) === canonical(other.body);

/** True where the fields of both point into the same rows, or into the whole answer. */
const listsTheSame = (one: Said, other: Said): boolean =>
  canonical({ ...listingOf(one) }) === canonical({ ...listingOf(other) });

/** Why the API cannot say this of an operation: the environment says something else. Null where it can. */
export function contradiction(name: string, said: Said, given: OperationsConfig): string | null {
  const own = given[name];
  if (own === undefined) return null;
  if (own === null) return `UPSTREAM_OPERATIONS removes ${name}: change it there.`;
  if (!sendsTheSame(own, said)) return `UPSTREAM_OPERATIONS calls ${name} differently: change it there.`;
  if (!listsTheSame(own, said))
    return `UPSTREAM_OPERATIONS finds the rows of ${name} differently (rows, id): change it there.`;
  const field = Object.keys(said.fields).find((one) => !agree({ [one]: said.fields[one]! }, own.fields));
  return field === undefined
    ? null
    : `UPSTREAM_OPERATIONS reads the field ${field} of ${name} elsewhere: change it there.`;
}

/** The most optional calls that a poll makes, of any kind: 0 where none of their operations can be called. */
export const optionalCalls = (operations: ReadonlyMap<string, Operation>): number =>
  Math.max(
    ...Object.values(targetKinds).map(
      ({ enriching = [] }) => enriching.filter(({ name }) => operations.has(name)).length,
    ),
  );

/** Every callable operation by name: what is known, overridden by what is configured. */
export function operationsOf(config: OperationsConfig): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const { source: _source, ...one } of known.values())
    operations.set(one.name, {
      method: "GET",
      query: {},
      body: {},
      enveloped: true,
      reading: null,
      listing: null,
      fields: {},
      ...one,
    });
  for (const [name, entry] of Object.entries(config)) {
    if (entry === null) operations.delete(name);
    else operations.set(name, toOperation(name, entry));
  }
  return operations;
}

/** Where its rows are, and what identifies them; null where it does not say both. */
const listingOf = ({ rows, id }: Pick<Said, "rows" | "id">): Listing | null =>
  rows === undefined || id === undefined ? null : { rows, id };

function toOperation(name: string, entry: NonNullable<OperationsConfig[string]>): Operation {
  const { method, path, query, body, fields, verdict, id: _id, ...reading } = entry;
  return {
    name,
    method,
    path,
    query,
    body,
    fields,
    enveloped: false,
    reading: verdict === undefined ? null : { ...reading, verdict },
    listing: listingOf(entry),
  };
}
