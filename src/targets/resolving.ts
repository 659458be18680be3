import type { JsonObject } from "../core/json.ts";
import type { Resolving } from "./kind.ts";
import { targetKinds } from "./registry.ts";

/** How a target that is only named becomes one that is identified; null where it is already, or its kind is not known. */
export function resolvingOf({ kind, params }: { kind: string; params: JsonObject }): Resolving<unknown> | null {
  const resolves = targetKinds[kind]?.resolves;
  return resolves === undefined || resolves.named(params) === null ? null : resolves;
}
