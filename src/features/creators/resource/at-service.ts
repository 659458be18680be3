import { sameJson } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { UpstreamTool } from "../../../resources/upstream-tool.ts";
import type { Target } from "./form.ts";

type Polled = Pick<Target, "kind" | "params" | "settings">;

/**
 * The errors that prevent polling a target with the operation in its params, as currently defined. An unchanged target
 * is not checked: its operation may have changed since, and polls report that.
 */
export async function invalidAtService(
  { kind, params, settings }: Polled,
  before: Polled | null,
  { operation }: Pick<UpstreamTool, "operation">,
): Promise<FieldError[]> {
  const polls = targetKinds[kind]?.polls;
  if (polls === undefined) return [];
  if (before !== null && sameJson(before.params, params) && sameJson(before.settings, settings)) return [];
  return polls.wrong({ params, settings }, await operation(polls.operation(params)));
}
