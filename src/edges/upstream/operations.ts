import * as z from "zod";
import { FIELD_NAME, MOST_FIELDS } from "../../core/facts.ts";
import type { Json } from "../../core/json.ts";
import type { Operation } from "../../core/operation.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import { readForm } from "../../resources/form.ts";
import type { KnownOperation } from "../../targets/kind.ts";
import { DEFAULT_READING } from "../../targets/live/wire.ts";
import { targetKinds } from "../../targets/registry.ts";

const pointer = z
  .string()
  .regex(/^(\/.*)?$/s, "must be a JSON Pointer: empty or starting with '/'")
  .regex(/^([^~]|~[01])*$/s, "must be a JSON Pointer: '~' only as '~0' or '~1'");

const fields = z.record(z.string(), pointer).superRefine((given, context) => {
  const names = Object.keys(given);
  if (names.length > MOST_FIELDS) context.addIssue(`must be at most ${MOST_FIELDS} fields`);
  for (const name of names.filter((name) => !FIELD_NAME.test(name)))
    context.addIssue({
      code: "custom",
      path: [name],
      message: "must be named with 1 to 40 letters, digits and '_', a letter first",
    });
});

/** Whatever JSON has: what is said comes out of JSON. */
const anything = z.unknown() as unknown as z.ZodType<Json>;

const scalars = z.array(anything);

const configured = z.strictObject({
  method: z.enum(["GET", "POST"]).default("GET"),
  path: z.string().regex(/^\/\S*$/, "must start with '/'"),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), anything).default({}),
  rows: pointer.optional(),
  rowKey: z.string().optional(),
  verdict: pointer.optional(),
  room: pointer.optional(),
  on: scalars.default(DEFAULT_READING.on),
  paused: scalars.default(DEFAULT_READING.paused),
  off: scalars.default(DEFAULT_READING.off),
  empty: z.enum(["unknown", "off"]).default("unknown"),
  fields: fields.default({}),
});

/** The value of UPSTREAM_OPERATIONS: operations by name; null removes one. */
export const operationsConfig = z.record(z.string(), z.nullable(configured));

export type OperationsConfig = z.infer<typeof operationsConfig>;

/** How an operation is called and read, as UPSTREAM_OPERATIONS has it; else every field that is wrong. */
export function readOperation(said: unknown): Result<OperationsConfig[string], FieldError[]> {
  const read = readForm(configured, said);
  if (read.ok) return read;
  return err(read.error.kind === "invalid" ? read.error.errors : []);
}

/** The form of it, for the document. */
export const operationForm = configured;

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
    operations.set(one.name, { method: "GET", query: {}, body: {}, reading: null, fields: {}, ...one });
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
    reading: verdict === undefined ? null : { ...reading, verdict },
  };
}
