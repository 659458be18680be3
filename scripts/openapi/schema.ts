import * as z from "zod";

/** A JSON Schema of the dialect that OpenAPI 3.1 has: 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

const INSTANT = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";

/** Makes JSON Schemas of the schemas that the code runs on; those with an id are kept as components. */
export function schemaMaker(components: Record<string, JsonSchema>) {
  return (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
    const created = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ jsonSchema }) => tidy(jsonSchema),
    });
    const { $schema: _dialect, $defs = {}, ...rest } = located(created) as JsonSchema & { $defs?: typeof components };
    for (const [name, { id: _id, ...component }] of Object.entries($defs)) components[name] = component;
    const { id, ...whole } = rest;
    if (typeof id !== "string") return whole;
    components[id] = whole;
    return { $ref: `#/components/schemas/${id}` };
  };
}

const located = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Leaves out what zod says of every value, and says shorter what it says at length. */
function tidy(schema: JsonSchema): void {
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  if (JSON.stringify(schema["propertyNames"]) === '{"type":"string"}') delete schema["propertyNames"];
  if (JSON.stringify(schema["additionalProperties"]) === "{}") schema["additionalProperties"] = true;
  if (schema["format"] === "date-time" && schema["pattern"] !== undefined) schema["pattern"] = INSTANT;
  // What a query takes is text on the wire and another type to its reader.
  if (schema["type"] === "integer" || schema["type"] === "boolean") {
    delete schema["pattern"];
    delete schema["enum"];
  }
  orNull(schema);
}

/** `anyOf` a plain type and null is that type or null. */
function orNull(schema: JsonSchema): void {
  const [plain, empty, ...others] = (schema["anyOf"] ?? []) as JsonSchema[];
  if (plain === undefined || empty?.["type"] !== "null" || others.length > 0) return;
  if (typeof plain["type"] !== "string" || plain["enum"] !== undefined || plain["const"] !== undefined) return;
  delete schema["anyOf"];
  Object.assign(schema, plain, { type: [plain["type"], "null"] });
}
