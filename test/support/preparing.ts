import { openPreparer, type Preparer } from "../../host/runtime/preparer.ts";

const preparers = new Map<string, Preparer>();

/** Prepares a Worker's module for the host: one process for all tests, since it bundles once. */
export function preparerOf(entry = "src/worker.ts"): Preparer {
  const preparer = preparers.get(entry) ?? openPreparer(entry);
  preparers.set(entry, preparer);
  return preparer;
}
