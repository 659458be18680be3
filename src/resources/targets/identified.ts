import type { Fault } from "../../core/fault.ts";
import type { JsonObject } from "../../core/json.ts";
import { invalid, type Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Reading } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import type { UpstreamTool } from "../upstream-tool.ts";
import type { Target } from "./form.ts";

/**
 * The params that identify a target: of one that is only named (a creator's handle) the service is asked who it is. Where
 * there is no call to spare the params stay as they are: it waits, and the polls look it up. Refused where the service
 * knows nobody of that name or does not say.
 */
export async function identified(
  { kind: name, params }: Pick<Target, "kind" | "params">,
  before: Target | null,
  { operation, ask }: UpstreamTool,
): Promise<Result<JsonObject, Refusal>> {
  const resolves = resolvingOf({ kind: name, params });
  if (resolves === null) return ok(params);
  const field = String(resolves.named(params));
  if ((await operation(resolves.operation.name)) === null)
    return invalid(
      `/params/${field}`,
      `needs userId or roomId with it: the operation ${resolves.operation.name}, which looks up who that is, is not configured`,
    );
  const identity = targetKinds[name]!.identity(params);
  if (before !== null && before.alias === identity) return ok(before.params);
  if (before !== null && before.identity === identity) return ok(params);
  const found = await driven(resolves.read(params) as Reading<JsonObject>, ask);
  if (found === null) return ok(params);
  return found.ok ? found : invalid(`/params/${field}`, `could not be looked up: ${found.error.detail}`);
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
