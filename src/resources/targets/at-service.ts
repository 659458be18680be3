import { sameJson } from "../../core/json.ts";
import type { FieldError } from "../../core/refusal.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { UpstreamTool } from "../upstream-tool.ts";
import type { Target } from "./form.ts";

type Polled = Pick<Target, "kind" | "params" | "settings">;

/**
 * What keeps a target from being polled by the operation that its params name, as that is defined now. Of one that stays as it
 * was nothing is said: its operation may have been defined otherwise meanwhile, which its polls tell.
 */
export async function wrongAtService(
  { kind, params, settings }: Polled,
  before: Polled | null,
  { operation }: Pick<UpstreamTool, "operation">,
): Promise<FieldError[]> {
  const polls = targetKinds[kind]?.polls;
  if (polls === undefined) return [];
  if (before !== null && sameJson(before.params, params) && sameJson(before.settings, settings)) return [];
  return polls.wrong({ params, settings }, await operation(polls.operation(params)));
}
