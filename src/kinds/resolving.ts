import type { JsonObject } from "../core/json.ts";
import { LISTS, placeholdersOf, type Operation } from "../core/operation.ts";
import type { Resolving } from "./kind.ts";
import { targetKinds } from "./registry.ts";

interface Named {
  kind: string;
  params: JsonObject;
  /** True at a service that asks by name and knows no ids: there the name is the identity. */
  byName?: boolean;
}

/** How a target that is only named becomes one that is identified; null where it is already, or its kind is not known. */
export function resolvingOf({ kind, params, byName = false }: Named): Resolving<unknown> | null {
  const resolves = targetKinds[kind]?.resolves;
  return resolves === undefined || byName || resolves.named(params) === null ? null : resolves;
}

/** True where the service is asked for targets of a kind by their names, and nothing says whom a name means. */
export function asksByName(kind: string, operation: (name: string) => Operation | null): boolean {
  const { resolves, operations = [] } = targetKinds[kind] ?? {};
  if (resolves === undefined || operation(resolves.operation.name) !== null) return false;
  return operations.some(({ name }) => {
    const check = operation(name);
    if (check === null) return false;
    const names = placeholdersOf(check);
    return names.has(resolves.asks) || (check.many?.lists ?? []).some((list) => LISTS[list] === resolves.asks);
  });
}
