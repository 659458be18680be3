import { access } from "./examples/access.ts";
import { answers } from "./examples/answers.ts";
import { telling } from "./examples/telling.ts";
import { watching } from "./examples/watching.ts";
import { resourceExamples } from "./resources.ts";
import type { JsonSchema } from "./schema.ts";

/** A good answer by the name of its schema, or by its operation. */
const known: Record<string, unknown> = { ...resourceExamples, ...watching, ...telling, ...access, ...answers };

const byRef = (schema: JsonSchema | undefined): unknown =>
  typeof schema?.["$ref"] === "string" ? known[schema["$ref"].slice("#/components/schemas/".length)] : undefined;

/** An example of what an operation answers; undefined where nobody has written one yet. */
export function exampleFor(operation: string, schema: JsonSchema): unknown {
  if (operation in known) return known[operation];
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  const item = byRef(properties?.["items"]?.["items"] as JsonSchema | undefined);
  return item === undefined ? byRef(schema) : { items: [item], nextCursor: null };
}
