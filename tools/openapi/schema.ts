import * as z from "zod";
import { capital } from "../../src/core/text.ts";
import { textOrNull } from "../../src/resources/shape-fields.ts";

/** A JSON Schema in the dialect of OpenAPI 3.1: 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

/** A reference to a named schema. */
export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A name as the name of a schema: `live.no_show` is `LiveNoShow`. */
export const typeNameOf = (name: string): string => name.split(/\W|_/).map(capital).join("");

/** A union of named objects that a constant field tells apart. */
export const unionBy = (field: string, shapes: z.ZodObject[]) =>
  z.discriminatedUnion(field, shapes as [z.ZodObject<Record<string, z.ZodLiteral>>]);

const INSTANT = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";

/** Converts the schemas of the code to JSON Schema. Those with an id become components. */
export function schemaMaker(components: Record<string, JsonSchema>) {
  return (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
    const created = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        tidy(jsonSchema);
        if ("oneOf" in jsonSchema && "discriminator" in zodSchema._zod.def)
          discriminated(zodSchema as z.ZodDiscriminatedUnion, jsonSchema);
      },
    });
    const { $schema: _dialect, $defs = {}, ...rest } = located(created) as JsonSchema & { $defs?: typeof components };
    for (const [name, { id: _id, ...component }] of Object.entries($defs)) keep(components, name, component);
    const { id, ...whole } = rest;
    if (typeof id !== "string") return whole;
    keep(components, id, whole);
    return refTo(id);
  };
}

/** Says by which field the schemas of a union are told apart, and which has which value. */
function discriminated({ def, options }: z.ZodDiscriminatedUnion, schema: JsonSchema): void {
  const propertyName = def.discriminator;
  const mapping = (options as z.ZodObject[]).map((option) => {
    const id = option.meta()?.["id"];
    if (typeof id !== "string") throw new Error(`a schema of a union by ${propertyName} has no id`);
    return [(option.shape[propertyName] as z.ZodLiteral).value, refTo(id).$ref];
  });
  schema["discriminator"] = { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Throws if another schema has the name: an input differs from an output where fields have defaults. */
function keep(components: Record<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const known = components[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two schemas are called ${name}: give one another id`);
  components[name] = schema;
}

const located = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Removes what zod adds to every value, and shortens the rest. */
function tidy(schema: JsonSchema): void {
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  if (JSON.stringify(schema["propertyNames"]) === '{"type":"string"}') delete schema["propertyNames"];
  if (JSON.stringify(schema["additionalProperties"]) === "{}") schema["additionalProperties"] = true;
  if (schema["format"] === "date-time" && schema["pattern"] !== undefined) schema["pattern"] = INSTANT;
  // Query parameters are text that is parsed to another type.
  if (schema["type"] === "integer" || schema["type"] === "boolean") {
    delete schema["pattern"];
    delete schema["enum"];
  }
  orNull(schema);
}

/** Replaces `anyOf` of a plain type and null by a list of types. */
function orNull(schema: JsonSchema): void {
  const [plain, empty, ...rest] = (schema["anyOf"] ?? []) as JsonSchema[];
  if (plain === undefined || empty?.["type"] !== "null" || rest.length > 0) return;
  if (typeof plain["type"] !== "string" || plain["enum"] !== undefined || plain["const"] !== undefined) return;
  delete schema["anyOf"];
  Object.assign(schema, plain, { type: [plain["type"], "null"] });
}

/** A page of a list. */
export const pageShape = (item: z.ZodType) =>
  z
    .strictObject({
      items: z.array(item).describe("The items of this page."),
      nextCursor: textOrNull("The `cursor` of the next page; null on the last page."),
    })
    .meta({ id: `${item.meta()!["id"]}List` });
