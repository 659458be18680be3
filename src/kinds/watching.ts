import * as z from "zod";
import type { Operation } from "../core/operation.ts";
import type { FieldError } from "../core/refusal.ts";

// Shared by the kinds that can poll any operation of the service.

const MAX_VALUES = 20;

/** The operation to poll, and the values of its placeholders. */
export const operationParams = () => ({
  operation: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}(\.[a-z0-9_]{1,40}){0,3}$/, "must be the name of an operation, such as user.videos")
    .describe("The name of an operation of the data service, such as `user.videos`."),
  values: z
    .record(
      z.string().regex(/^[A-Za-z]\w{0,39}$/, "must be named as a placeholder is: letters, digits and '_'"),
      z.union(
        [
          z
            .string()
            .min(1)
            .max(1000)
            .refine((text) => text.isWellFormed()),
          z.number(),
          z.boolean(),
        ],
        "must be a text of 1 to 1,000 characters, a number, true or false",
      ),
    )
    .refine((values) => Object.keys(values).length <= MAX_VALUES, `must be at most ${MAX_VALUES} values`)
    .default({})
    .describe("Values for the operation's placeholders, by name, such as `userId`."),
});

export interface OperationParams {
  operation: string;
  values: Record<string, string | number | boolean>;
}

/** Identifies a target: params that make the same request give equal text. */
export const operationIdentity = ({ operation, values }: OperationParams): string =>
  JSON.stringify([
    operation,
    Object.entries(values)
      .map(([name, value]): [string, string] => [name, String(value)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const fieldName = () => z.string().min(1).max(40).describe("A field of the operation.");
const percent = () => z.number().min(0.1).max(10_000);

const MAX_WATCHED = 20;

/** Form of a watched number. */
const watchShape = () => ({
  field: fieldName(),
  above: z.number().optional().describe("An event when it rises above this value."),
  below: z.number().optional().describe("An event when it falls below this value."),
  surgePercent: percent().optional().describe("An event when it grows by this much within a day, in percent."),
});

/** Form of all watched numbers, extended by fields of the kind. */
export const watchForm = <More extends z.core.$ZodShape>(more: More) =>
  z.array(z.strictObject({ ...watchShape(), ...more })).max(MAX_WATCHED, `must be at most ${MAX_WATCHED} entries`);

/** All placeholders of an operation. */
export function placeholdersOf({ path, query, body }: Pick<Operation, "path" | "query" | "body">): Set<string> {
  const texts = [path, ...Object.values(query), ...Object.values(body)].filter((text) => typeof text === "string");
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)));
}

/** Errors in the values for an operation's placeholders. */
export function invalidValues({ operation: name, values }: OperationParams, operation: Operation): FieldError[] {
  const wanted = placeholdersOf(operation);
  const missing = [...wanted].filter((one) => !Object.hasOwn(values, one));
  const needless = Object.keys(values).filter((one) => !wanted.has(one));
  const known = wanted.size === 0 ? "it has none" : `its placeholders are: ${[...wanted].join(", ")}`;
  return [
    ...missing.map((one) => ({ pointer: `/params/values/${one}`, message: `is missing: ${name} needs it` })),
    ...needless.map((one) => ({
      pointer: `/params/values/${one}`,
      message: `is no placeholder of ${name}: ${known}`,
    })),
  ];
}

/** Errors of a setting that names a field. */
export function invalidField(name: string, pointer: string, { name: operation, fields }: Operation): FieldError[] {
  if (Object.hasOwn(fields, name)) return [];
  return [{ pointer, message: `is no field of ${operation}: its fields are ${Object.keys(fields).join(", ")}` }];
}

/** The error for an operation that cannot poll a target. */
export const invalidOperation = (message: string): FieldError[] => [{ pointer: "/params/operation", message }];

/** The error for an undefined operation. */
export const UNKNOWN = "has no definition yet: define it first, by API or in UPSTREAM_OPERATIONS";
