import * as z from "zod";

/**
 * The shape that answers have of what a request sends: without what only requests are checked for, such as lengths and
 * patterns, because older rows stay as they are and webhooks cut texts. A field with a default is always there.
 */
export function displayed(schema: z.ZodType): z.ZodType {
  const shape = shapeOf(schema);
  const meta = schema.meta();
  return meta === undefined ? shape : shape.meta(meta);
}

function shapeOf(schema: z.ZodType): z.ZodType {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const inner = (one: z.core.$ZodType) => displayed(one as z.ZodType);
  switch (def.type) {
    case "string":
      return z.string();
    case "number":
      return (schema as z.ZodNumber).isInt ? z.int() : z.number();
    case "array":
      return z.array(inner(def.element));
    case "object":
      return z.strictObject(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, inner(field)])));
    case "record":
      return z.record(z.string(), inner(def.valueType));
    case "union":
      return z.union(def.options.map(inner));
    case "optional":
      return inner(def.innerType).optional();
    case "nullable":
      return inner(def.innerType).nullable();
    case "default":
    case "prefault":
      return inner(def.innerType);
    case "pipe":
      return inner(def.out._zod.def.type === "transform" ? def.in : def.out);
    default:
      return schema;
  }
}

/** The object within a schema, such as one with a default or that is transformed; null if there is none. */
export function objectIn(schema: z.core.$ZodType): z.ZodObject | null {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === "object") return schema as z.ZodObject;
  if (def.type === "pipe") return objectIn(def.in);
  return "innerType" in def ? objectIn(def.innerType) : null;
}
