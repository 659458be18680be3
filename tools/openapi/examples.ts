import { access } from "./examples/access.ts";
import { answers } from "./examples/answers.ts";
import { telling } from "./examples/telling.ts";
import { watching } from "./examples/watching.ts";
import { resourceExamples } from "./resources.ts";
import type { JsonSchema } from "./schema.ts";

/** Example answers by the name of their schema, or by operation. */
const known: Record<string, unknown> = { ...resourceExamples, ...watching, ...telling, ...access, ...answers };

const nameOf = (schema: JsonSchema): string | null =>
  typeof schema["$ref"] === "string" ? schema["$ref"].slice("#/components/schemas/".length) : null;

/** An example answer of an operation; undefined if there is none. */
export function exampleFor(operation: string, schema: JsonSchema): unknown {
  if (operation in known) return known[operation];
  const name = nameOf(schema) ?? "";
  const item = name.endsWith("List") ? known[name.slice(0, -"List".length)] : undefined;
  return item === undefined ? known[name] : { items: [item], nextCursor: null };
}
