import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import type { Operation } from "../../core/operation.ts";
import type { KnownOperation } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";

/** What is known without configuration, by name: what the target kinds call. */
export const known: ReadonlyMap<string, KnownOperation> = new Map(
  Object.values(targetKinds)
    .flatMap(({ operations, enriching = [], resolves }) => [
      ...operations,
      ...enriching,
      ...(resolves === undefined ? [] : [resolves.operation]),
    ])
    .map((one) => [one.name, one]),
);

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
      fields: {},
      ...one,
    });
  for (const [name, entry] of Object.entries(config)) {
    if (entry === null) operations.delete(name);
    else operations.set(name, toOperation(name, entry));
  }
  return operations;
}

function toOperation(name: string, entry: NonNullable<OperationsConfig[string]>): Operation {
  const { method, path, query, body, fields, verdict, ...reading } = entry;
  return {
    name,
    method,
    path,
    query,
    body,
    fields,
    enveloped: false,
    reading: verdict === undefined ? null : { ...reading, verdict },
  };
}
