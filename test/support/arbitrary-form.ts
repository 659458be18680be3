import fc from "fast-check";
import type * as z from "zod";
import { isObject, type JsonObject } from "../../src/core/json.ts";
import type { Declared } from "../../src/resources/resource.ts";
import type { Limits } from "../../src/resources/limits.ts";
import { formsOf } from "../../src/resources/view.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { resolvingOf } from "../../src/kinds/resolving.ts";
import { fittingService } from "./kinds.ts";

/** Texts that pass rules for which none can be generated: zones, patterns, durations, addresses. */
const KNOWN = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "*",
  "live.*",
  ...Object.keys(eventTypes),
  "2098-06-01T00:00:00.000Z",
  "2097-01-01T00:00:00+02:00",
  "2096-02-29",
  "*/15 * * * *",
  "30 2 29 2 *",
  "P7D",
  "PT12H",
  "{{name}} is on",
  "plain words",
  "data.place",
  "target.name",
  "type",
  "https://example.com/hook?a=b",
  "https://discord.com/api/webhooks/1/a-token-of-one",
  "https://hooks.slack.com/services/T1/B1/abcdef",
  `whsec_${Buffer.alloc(32, 5).toString("base64")}`,
];

const ODD = [
  "null",
  "true",
  "0",
  "1e3",
  "'",
  '"',
  "--",
  "a b",
  "ü",
  "👩‍🚀",
  "\u0000",
  "$.a",
  "[]",
  "{}",
  "%",
  "?1",
  "\n",
];

type Schema = z.core.$ZodType;
type Created = fc.Arbitrary<unknown> | null;

/**
 * Valid forms of a resource, of all its kinds, that need no service. References are from `ids`, or null where allowed.
 */
export function arbitraryForm(
  of: Declared,
  limits: Limits,
  ids: (resource: string) => string[],
): fc.Arbitrary<JsonObject> {
  const forms = formsOf(of, limits).flatMap((form) => {
    const fields: Record<string, Created> = {};
    for (const [field, schema] of Object.entries(form.shape)) {
      const listed = of.listRefs?.[field];
      if (listed !== undefined) {
        // "any" is a placeholder for references, which lists do not accept.
        const there = ids(listed).filter((id) => id !== "any");
        const some =
          there.length === 0 ? fc.constant(null) : fc.subarray(there, { minLength: 1 }).map((all) => all.toSorted());
        fields[field] = fc.option(some, { nil: null });
        continue;
      }
      const ref = of.refs[field];
      const named = ref === undefined ? null : [...ids(ref.to), null].filter((id) => passes(schema as Schema, id));
      const example = (of.example.body as JsonObject)[field];
      fields[field] = named === null ? arbitraryOf(schema as Schema, example) : fc.constantFrom(...named);
    }
    const created = inOne(form, fields);
    // Fields that are valid alone may be invalid together.
    return created === null ? [] : created.filter((one) => !isTogetherInvalid(form, one));
  });
  if (forms.length === 0) throw new Error(`no form of ${of.name} can be made`);
  return (fc.oneof(...forms) as fc.Arbitrary<JsonObject>).filter(isIdentified).map(fittingService);
}

/** A target that is only named (by a creator's handle) is not stored as sent, because the service resolves it. */
const isIdentified = ({ kind, params }: JsonObject): boolean =>
  typeof kind !== "string" || !isObject(params) || resolvingOf({ kind, params }) === null;

const passes = (schema: Schema, value: unknown): boolean => (schema as z.ZodType).safeParse(value).success;

const isTogetherInvalid = (form: z.ZodObject, one: unknown): boolean => {
  const { error } = form.safeParse(one);
  return error !== undefined && error.issues.every(({ code }) => code === "custom");
};

const mayBeAbsent = (schema: Schema): boolean => passes(schema, undefined);

/** Values that match a schema: the example or a known text if a rule is too narrow; null if there is none. */
function arbitraryOf(schema: Schema, example?: unknown): Created {
  const created = rawOf(schema, example);
  if (created !== null && fc.sample(created, { numRuns: 40, seed: 1 }).filter((one) => passes(schema, one)).length >= 4)
    return created.filter((one) => passes(schema, one));
  const known = [...(example === undefined ? [] : [example]), ...KNOWN].filter((one) => passes(schema, one));
  return known.length === 0 ? null : fc.constantFrom(...known);
}

/** Values with the schema's type, bounds and pattern. */
function rawOf(schema: Schema, example: unknown): Created {
  // oxlint-disable-next-line typescript/no-explicit-any -- each type of schema has a definition of its own
  const def = (schema as z.ZodType)._zod.def as any;
  const { least, most: max, pattern } = boundsOf(def);
  switch (def.type) {
    case "string":
      return textOf(least, max, pattern);
    case "number":
      return def.format === undefined
        ? fc.double({ min: least ?? -1e6, max: max ?? 1e6, noNaN: true })
        : fc.integer({ min: least ?? -(2 ** 31), max: Math.min(max ?? 2 ** 31 - 1, 2 ** 31 - 1) });
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "unknown":
      return fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 3 }));
    case "nullable": {
      const inner = arbitraryOf(def.innerType, example ?? undefined);
      return inner === null ? fc.constant(null) : fc.option(inner);
    }
    case "default":
    case "prefault":
    case "optional":
      return arbitraryOf(def.innerType, example);
    case "pipe":
      return rawOf(def.in, example);
    case "array": {
      const one = arbitraryOf(def.element, Array.isArray(example) ? example[0] : undefined);
      return one && fc.array(one, { minLength: least ?? 0, maxLength: Math.min(max ?? 5, 5) });
    }
    case "record": {
      const value = arbitraryOf(def.valueType);
      const keys = fc.oneof(fc.constantFrom(...KNOWN), textOf()!);
      return value && fc.dictionary(keys, fc.oneof(fc.constantFrom(...KNOWN), value), { maxKeys: 2 });
    }
    case "object":
      return inOne(schema as z.ZodObject, {}, example);
    case "union": {
      const some = (def.options as Schema[]).flatMap((option) => arbitraryOf(option, example) ?? []);
      return some.length === 0 ? null : fc.oneof(...some);
    }
    default:
      return null;
  }
}

/** An object with these fields. Optional fields without values are omitted. */
function inOne(
  form: z.ZodObject,
  created: Record<string, Created> = {},
  example: unknown = {},
): fc.Arbitrary<Record<string, unknown>> | null {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [field, schema] of Object.entries(form.shape) as [string, Schema][]) {
    const one = field in created ? created[field]! : arbitraryOf(schema, (example as JsonObject | undefined)?.[field]);
    if (one !== null) fields[field] = one;
    else if (!mayBeAbsent(schema)) return null;
  }
  const requiredKeys = Object.keys(fields).filter((field) => !mayBeAbsent(form.shape[field] as Schema));
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

function textOf(least = 0, max = 30, pattern?: RegExp): fc.Arbitrary<string> | null {
  try {
    if (pattern !== undefined) return fc.stringMatching(pattern, { maxLength: 60 });
  } catch {
    return null;
  }
  const bounds = { minLength: least, maxLength: Math.min(max, 30) };
  return fc.oneof(fc.string({ unit: "grapheme", ...bounds }), fc.constantFrom(...ODD));
}

/** The bounds in the checks of a schema: of a number, or of the length of a text or list. */
function boundsOf(def: { checks?: Schema[] }) {
  const bounds: { least?: number; most?: number; pattern?: RegExp } = {};
  for (const check of def.checks ?? []) {
    // oxlint-disable-next-line typescript/no-explicit-any -- each check has a definition of its own
    const one = check._zod.def as any;
    if (one.check === "greater_than") bounds.least = one.value;
    if (one.check === "less_than") bounds.most = one.value;
    if (one.check === "min_length") bounds.least = one.minimum;
    if (one.check === "max_length") bounds.most = one.maximum;
    if (one.pattern instanceof RegExp) bounds.pattern = one.pattern;
  }
  return bounds;
}

const scalar = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(...ODD),
);
