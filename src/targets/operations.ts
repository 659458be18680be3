import type { JsonObject } from "../core/json.ts";
import { targetKinds } from "./registry.ts";

// A kind that polls any operation has those by default; what else it polls is known only of its targets.
const POLLED = new Set(Object.values(targetKinds).flatMap(({ operations }) => operations.map(({ name }) => name)));

/**
 * True for an operation that targets are polled by without configuration. Of a call that a person asked for: it stops all others
 * where it is refused; a call of any other operation stops that one alone. What a poll calls says so itself (`optional`).
 */
export const isPolled = (operation: string): boolean => POLLED.has(operation);

/** The operation that a target is polled by; undefined for a kind that is not known. */
export function operationOf({ kind: name, params }: { kind: string; params: JsonObject }): string | undefined {
  const kind = targetKinds[name];
  return kind?.polls?.operation(params) ?? kind?.operations[0]?.name;
}
