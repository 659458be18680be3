import { catalogue } from "../../sim/catalogue.ts";
import { camelCase } from "../../src/features/service/define/example-call.ts";
import { known } from "../../src/engine/upstream/operations.ts";

/** Rows that a list of the demo is asked for. */
const COUNT = "30";

/**
 * How the simulator's operations are called that Tallylight does not know by itself, in the form of
 * UPSTREAM_OPERATIONS. How their answers are read is left to whoever watches something.
 */
export const demoOperations = (): Record<string, object> =>
  Object.fromEntries(
    catalogue.flatMap(({ name, method, path, params }) => {
      if (known.has(name) || method !== "GET") return [];
      const query = params.flatMap((one): [string, string][] => {
        if (one.name === "count") return [[one.name, COUNT]];
        return one.required ? [[one.name, `{${camelCase(one.name)}}`]] : [];
      });
      return [[name, { method, path, query: Object.fromEntries(query), body: {}, fields: {} }]];
    }),
  );
