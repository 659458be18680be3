import type { Fault } from "../../../core/fault.ts";
import type { JsonObject } from "../../../core/json.ts";
import { invalid, type Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { Reading, Resolution } from "../../../kinds/kind.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { asksByName, resolvingOf } from "../../../kinds/resolving.ts";
import type { UpstreamTool } from "../../../resources/upstream-tool.ts";
import type { Target } from "./form.ts";

/**
 * The params that identify a target. A target that is only named (by a creator's handle) is resolved by the service.
 * Without a call to spare the params stay as they are, and polls resolve it. It is an error if the service does not
 * know the name.
 */
export async function identified(
  { kind: name, params }: Pick<Target, "kind" | "params">,
  before: Target | null,
  { operation, ask }: UpstreamTool,
): Promise<Result<JsonObject, Refusal>> {
  const resolves = resolvingOf({ kind: name, params });
  if (resolves === null) return ok(params);
  const field = String(resolves.named(params));
  const named = (await isByName(name, operation)) ? (resolves.byName(params) as JsonObject | null) : null;
  if (named !== null) return ok(named);
  if ((await operation(resolves.operation.name)) === null)
    return invalid(
      `/params/${field}`,
      `needs userId or roomId with it: the operation ${resolves.operation.name}, which looks up who that is, is not configured`,
    );
  const identity = targetKinds[name]!.identity(params);
  if (before !== null && before.alias === identity) return ok(before.params);
  if (before !== null && before.identity === identity) return ok(params);
  const found = await driven(resolves.read(params) as Reading<Resolution<JsonObject>>, ask);
  if (found === null) return ok(params);
  return found.ok
    ? ok(found.value.params)
    : invalid(`/params/${field}`, `could not be looked up: ${found.error.detail}`);
}

/** True where the service is asked by name and knows no ids: there the name is the identity. */
async function isByName(kind: string, operation: UpstreamTool["operation"]): Promise<boolean> {
  const { resolves, operations = [] } = targetKinds[kind] ?? {};
  const names = [...operations.map((one) => one.name), ...(resolves === undefined ? [] : [resolves.operation.name])];
  const known = new Map(await Promise.all(names.map(async (one) => [one, await operation(one)] as const)));
  return asksByName(kind, (one) => known.get(one) ?? null);
}

/** Drives a reading to its end; null where a call was not to be had. */
async function driven<View>(reading: Reading<View>, ask: UpstreamTool["ask"]): Promise<Result<View, Fault> | null> {
  let step = reading.next();
  while (!step.done) {
    const answer = await ask(step.value);
    if (answer === null) return null;
    step = reading.next(answer);
  }
  return step.value;
}
