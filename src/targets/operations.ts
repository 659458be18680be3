import type { JsonObject } from "../core/json.ts";
import { targetKinds } from "./registry.ts";

// Of a kind that polls any operation only its targets know which: what their polls call says so itself.
const POLLED = new Set(
  Object.values(targetKinds).flatMap(({ polls, operations }) =>
    polls === undefined ? operations.map(({ name }) => name) : [],
  ),
);

/**
 * True for an operation that a kind of targets is always polled by. Of a call that a person asked for: where such a one is refused,
 * no other call starts; where any other is, that one alone.
 */
export const isPolled = (operation: string): boolean => POLLED.has(operation);

/** The operation that a target is polled by; undefined for a kind that is not known. */
export function operationOf({ kind: name, params }: { kind: string; params: JsonObject }): string | undefined {
  const kind = targetKinds[name];
  return kind?.polls?.operation(params) ?? kind?.operations[0]?.name;
}
