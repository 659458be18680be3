import { canonical, type Json } from "../../../core/json.ts";
import type { Operation } from "../../../core/operation.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { CallDefinition } from "../connect/example-address.ts";
import { readOperation, type OperationsConfig } from "../../../engine/upstream/operation-form.ts";
import type { AnswerReading } from "./trial.ts";

/** The operation of a target, and its definition if it is still to be stored. */
export interface OperationToUse {
  name: string;
  definition: NonNullable<OperationsConfig[string]> | null;
}

const MAX_OF_A_NAME = 50;

const callOf = ({ method, path, query, body }: CallDefinition): string =>
  canonical({ method, path, query, body } as Json);

const readingOf = ({ listing, fields }: Pick<Operation, "listing" | "fields">): string =>
  canonical({ listing: listing === null ? null : { ...listing }, fields });

/** Whether an operation sends this request and reads its answers like this. */
const doesTheSame = (operation: Operation, requested: CallDefinition, reading: AnswerReading): boolean =>
  callOf(operation) === callOf(requested) && readingOf(operation) === readingOf(asOperation(reading));

/** Whether nothing is read from the answers of an operation. */
const isUnread = ({ listing, reading, fields }: Operation): boolean =>
  listing === null && reading === null && Object.keys(fields).length === 0;

const asOperation = ({ rows, id, fields }: AnswerReading): Pick<Operation, "listing" | "fields"> => ({
  listing: rows === null || id === null ? null : { rows, id },
  fields,
});

/**
 * Finds the operation that sends a request and reads its answer as chosen, or defines one. A reading that others may use
 * is never changed: the new definition gets the next free name after `wanted`, unless that operation sends the same
 * request and nothing is read from it yet. The error lists what is wrong with the definition.
 */
export function operationToUse(
  wanted: string,
  requested: CallDefinition,
  reading: AnswerReading,
  operations: ReadonlyMap<string, Operation>,
): Result<OperationToUse, FieldError[]> {
  const same = [...operations.values()].find((one) => doesTheSame(one, requested, reading));
  if (same !== undefined) return ok({ name: same.name, definition: null });
  const { rows, id, fields } = reading;
  const read = readOperation({ ...requested, ...(rows === null || id === null ? {} : { rows, id }), fields });
  if (!read.ok) return read;
  const base = wanted.slice(0, MAX_OF_A_NAME);
  let name = base;
  const isFree = (one: string): boolean => {
    const known = operations.get(one);
    return known === undefined || (callOf(known) === callOf(requested) && isUnread(known));
  };
  for (let n = 2; !isFree(name); n++) name = `${base}_${n}`;
  return read.value === null ? err([]) : ok({ name, definition: read.value });
}

const word = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[^a-z]+|_$/g, "");

/** A name for a request after the last words of its path: "/api/v1//user/{userId}/posts" is "user.posts". */
export function nameOfCall({ path }: CallDefinition): string {
  const words = path
    .split("/")
    .filter((segment) => !segment.includes("{"))
    .map((segment) => word(segment).slice(0, 20))
    .filter((segment) => segment !== "" && !/^(api|v\d+)$/.test(segment));
  return ["own", ...words].slice(-2).join(".");
}
