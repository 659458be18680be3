import type { Fault } from "../core/fault.ts";
import type { JsonObject } from "../core/json.ts";
import type { Horizon } from "../core/knowledge.ts";
import { LIVE_CHECK } from "../core/operation.ts";
import { resolvingOf } from "./resolving.ts";
import { targetKinds } from "./registry.ts";

// Leaves out kinds that can poll any operation, because only their targets know which.
const POLLED = new Set(
  Object.values(targetKinds).flatMap(({ polls, operations }) =>
    polls === undefined ? operations.map(({ name }) => name) : [],
  ),
);

/** Whether every target of some kind is polled by this operation. If it refuses a call on request, that is reported. */
export const isPolled = (operation: string): boolean => POLLED.has(operation);

/** The operation that polls a target; undefined for an unknown kind. */
export function operationOf({ kind: name, params }: { kind: string; params: JsonObject }): string | undefined {
  const kind = targetKinds[name];
  return kind?.polls?.operation(params) ?? kind?.operations[0]?.name;
}

/** The operation that the next poll of a target calls: the one that polls it, or first the one that resolves it. */
export const calledFor = (target: { kind: string; params: JsonObject; byName?: boolean }): string | undefined =>
  resolvingOf(target)?.operation.name ?? operationOf(target);

const RESTS: Fault = { kind: "refused", status: null, detail: "not asked: its service is disconnected" };

/** The fault of a target that a poll on request left out. */
export const LEFT_OUT: Fault = { ...RESTS, detail: "not asked: another service is connected, or it was deleted" };

/** The fault of a target that is not polled because its operation is refused, or no service knows it; null for others. */
export function refusalOf(
  target: { id: string; kind: string; params: JsonObject },
  { refused, rests }: Pick<Horizon, "refused" | "rests">,
): Fault | null {
  if (rests.has(target.id)) return RESTS;
  const operation = calledFor(target);
  const status = operation === undefined ? undefined : refused[operation];
  if (status === undefined) return null;
  const kind = status === 429 ? "throttled" : "refused";
  return { kind, status, detail: `not polled: the service answered ${status} to ${operation}` };
}

/** How a poll slot names this operation: the usual one of targets that come and go is not named. */
export function slotOperationOf(target: { kind: string; params: JsonObject; byName?: boolean }): string {
  const operation = calledFor(target);
  return operation === undefined || operation === LIVE_CHECK ? "" : operation;
}

/** The operation that a poll slot names; null where it names none. */
export const operationOfSlot = ({ operation, habitual }: { operation: string; habitual: boolean }): string | null =>
  operation !== "" ? operation : habitual ? LIVE_CHECK : null;
