import * as z from "zod";
import type { Operation } from "../../core/operation.ts";
import type { KnownOperation } from "../../targets/kind.ts";
import { DEFAULT_READING } from "../../targets/live/wire.ts";
import { targetKinds } from "../../targets/registry.ts";

const pointer = z.string().regex(/^(\/.*)?$/s, "must be a JSON Pointer: empty or starting with '/'");
const scalars = z.array(z.json());

const configured = z.strictObject({
  method: z.enum(["GET", "POST"]).default("GET"),
  path: z.string().regex(/^\/\S*$/, "must start with '/'"),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.json()).default({}),
  rows: pointer.optional(),
  rowKey: z.string().optional(),
  verdict: pointer.optional(),
  room: pointer.optional(),
  on: scalars.default(DEFAULT_READING.on),
  paused: scalars.default(DEFAULT_READING.paused),
  off: scalars.default(DEFAULT_READING.off),
  empty: z.enum(["unknown", "off"]).default("unknown"),
});

/** The value of UPSTREAM_OPERATIONS: operations by name; null removes one. */
export const operationsConfig = z.record(z.string(), z.nullable(configured));

export type OperationsConfig = z.infer<typeof operationsConfig>;

/** What is known without configuration, by name: what the target kinds call. */
export const known: ReadonlyMap<string, KnownOperation> = new Map(
  Object.values(targetKinds).flatMap(({ operations }) => operations.map((one) => [one.name, one])),
);

/** Every callable operation by name: what is known, overridden by what is configured. */
export function operationsOf(config: OperationsConfig): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const { source: _source, ...one } of known.values())
    operations.set(one.name, { method: "GET", query: {}, body: {}, reading: null, ...one });
  for (const [name, entry] of Object.entries(config)) {
    if (entry === null) operations.delete(name);
    else operations.set(name, toOperation(name, entry));
  }
  return operations;
}

function toOperation(name: string, entry: NonNullable<OperationsConfig[string]>): Operation {
  const { method, path, query, body, verdict, ...reading } = entry;
  return {
    name,
    method,
    path,
    query,
    body,
    reading: verdict === undefined ? null : { ...reading, verdict },
  };
}
