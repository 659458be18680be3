import * as z from "zod";
import { instant } from "../../src/resources/shape-fields.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { typeName } from "../../src/resources/view.ts";
import { typeNameOf, unionBy } from "./schema.ts";
import { kindFields } from "./shapes/kinds.ts";

const fieldsOf = (of: Declared) => {
  const fields = Object.entries(of.form().shape).map(([field, form]) => {
    const displayed = of.serialize[field]?.schema();
    const described = displayed === undefined ? form : displayed.describe((form as z.ZodType).description ?? "");
    return [field, described as z.ZodType] as const;
  });
  const shows = Object.entries(of.computedFields ?? {}).map(([field, { schema }]) => [field, schema()] as const);
  return {
    id: z.string().describe(`The ID: \`${of.prefix}_\` followed by an opaque value.`),
    ...Object.fromEntries([...fields, ...shows]),
    createdAt: instant().describe("When it was created."),
  };
};

const views = new Map<Declared, z.ZodType>();

/** The schema of `viewOf`, made once. */
export function viewSchema(of: Declared): z.ZodType {
  const known = views.get(of) ?? viewOf(of);
  views.set(of, known);
  return known;
}

/** A union where the kind of a record decides which fields it has. */
function viewOf(of: Declared): z.ZodType {
  const name = typeName(of);
  if (of.kinds === undefined) return z.strictObject(fieldsOf(of)).meta({ id: name });
  const fields = fieldsOf(of);
  const all = of.kinds.names.map((kind) => {
    const own = { kind: z.literal(kind).describe(`Kind of ${of.noun}.`), ...kindFields[of.name]![kind] };
    return z.strictObject({ ...fields, ...own }).meta({ id: `${typeNameOf(kind)}${name}` });
  });
  return unionBy("kind", all).meta({ id: name });
}

/** The schema of the response to creation, which may contain more. */
export const createdSchema = (of: Declared): z.ZodType =>
  of.made?.schema === undefined
    ? viewSchema(of)
    : z.strictObject({ ...fieldsOf(of), ...of.made.schema() }).meta({ id: `Made${typeName(of)}` });
