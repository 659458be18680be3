import { refTo, typeNameOf, type JsonSchema } from "./schema.ts";

/** "watchlists" without its plural. */
const singular = (name: string): string => name.replace(/ies$/, "y").replace(/([^s])s$/, "$1");

const hasFields = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties as object).length > 0;

/** Where a schema is: the name of the one around it, and its own. */
interface Place {
  within: string;
  own: string;
}

/**
 * Gives the object schemas within components names of their own, made from where they are: `StatusBudget`, and
 * `LiveTargetForm` for the form of a kind. Equal ones of the same field share the first name, so small schemas come
 * first. Throws if two would have the same name.
 */
export function named(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {};
  const known = new Map<string, string>();

  const nameFor = (schema: JsonSchema, { within, own }: Place): string => {
    const key = own + JSON.stringify({ ...schema, description: "" });
    const name = known.get(key) ?? within + own;
    if (!known.has(key) && (name in all || name in schemas)) throw new Error(`two schemas are called ${name}`);
    known.set(key, name);
    all[name] ??= schema;
    return name;
  };

  /** An object is replaced by a reference to its name. Its default stays with it. */
  function moved(schema: JsonSchema, place: Place): JsonSchema {
    const inner = walked(schema, place);
    if (!hasFields(inner)) return inner;
    const { description } = inner;
    const reported = description === undefined ? {} : { description };
    if (!Array.isArray(inner["type"])) return { ...refTo(nameFor(inner, place)), ...reported };
    const { default: usual, ...whole } = inner;
    const choices = [refTo(nameFor({ ...whole, type: "object" }, place)), { type: "null" }];
    return { ...reported, anyOf: choices, ...(usual === undefined ? {} : { default: usual }) };
  }

  const fields = (properties: Record<string, JsonSchema>, within: string) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, moved(field, { within, own: typeNameOf(name) })]),
    );

  /** One of several alternatives is called by its kind too. */
  function alternatives(choices: JsonSchema[], { within, own }: Place): JsonSchema[] {
    const several = choices.filter(hasFields).length > 1;
    return choices.map((choice) => {
      const { kind } = (choice["properties"] ?? {}) as Record<string, JsonSchema>;
      return moved(choice, { within, own: several ? typeNameOf(String(kind?.["const"])) + own : own });
    });
  }

  function walked(schema: JsonSchema, place: Place): JsonSchema {
    const { properties, items, additionalProperties: more, anyOf, oneOf, ...rest } = schema;
    const one = { ...place, own: singular(place.own) };
    return {
      ...rest,
      ...(properties === undefined
        ? {}
        : { properties: fields(properties as Record<string, JsonSchema>, place.within + place.own) }),
      ...(items === undefined ? {} : { items: moved(items as JsonSchema, one) }),
      ...(more === undefined
        ? {}
        : { additionalProperties: typeof more === "object" ? moved(more as JsonSchema, one) : more }),
      ...(anyOf === undefined ? {} : { anyOf: alternatives(anyOf as JsonSchema[], place) }),
      ...(oneOf === undefined ? {} : { oneOf: alternatives(oneOf as JsonSchema[], place) }),
    };
  }

  const bySize = Object.entries(schemas).sort(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length);
  for (const [name, schema] of bySize) all[name] = walked(schema, { within: "", own: name });
  return Object.fromEntries(
    Object.entries(all)
      .map(([name, schema]) => [name, withOptionalDefaults(schema)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Some generators take a field with a default for one that is always there, which in a request it is not. They see the
 * default of a part as nothing but a note.
 */
function withOptionalDefaults(schema: JsonSchema): JsonSchema {
  const { properties, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  if (properties === undefined) return schema;
  const noted = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    if (!("default" in field) || required.includes(name)) return [name, field];
    const { description, ...value } = field;
    return [name, description === undefined ? { allOf: [value] } : { description, allOf: [value] }];
  };
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(noted)) };
}
