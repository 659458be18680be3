import type { ListedOperation } from "../../flows/browse/operations.ts";
import { catalogue } from "./catalogue.ts";
import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import { known, operationsOf } from "./operations.ts";

/** Every operation that the service lists or the configuration adds, and whether it can be called. */
export function listOperations(config: OperationsConfig): ListedOperation[] {
  const operations = operationsOf(config);
  const listed = new Set(catalogue.map(({ name }) => name));
  const added = [...operations.keys()]
    .filter((name) => !listed.has(name))
    .sort()
    .map((name) => ({ name, title: name, category: "Other", method: "GET" as const }));
  return [...catalogue, ...added].map((entry) => {
    const operation = operations.get(entry.name);
    if (operation === undefined) return { ...entry, path: null, source: null };
    const { method, path } = operation;
    return { ...entry, method, path, source: config[entry.name] == null ? known.get(entry.name)!.source : "config" };
  });
}
