import type { ListedOperation } from "./listed-operations.ts";
import { catalogue } from "./catalogue.ts";
import { known } from "./operations.ts";
import type { Service } from "./service.ts";

/** All operations that the service lists or the configuration adds, and whether each can be called. */
export function listOperations({ operations, said }: Pick<Service, "operations" | "said">): ListedOperation[] {
  const listed = new Set(catalogue.map(({ name }) => name));
  const added = [...operations.keys()]
    .filter((name) => !listed.has(name))
    .sort()
    .map((name) => ({ name, title: name, category: "Other", method: "GET" as const }));
  return [...catalogue, ...added].map((entry) => {
    const operation = operations.get(entry.name);
    if (operation === undefined) return { ...entry, path: null, source: null };
    const { method, path } = operation;
    const source = said[entry.name] == null ? (known.get(entry.name)?.source ?? "default") : "config";
    return { ...entry, method, path, source };
  });
}
