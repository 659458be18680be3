import * as z from "zod";
import { FIELD_NAME, MAX_FIELDS } from "../../core/facts.ts";
import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/json.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import { isPlain } from "../../core/text.ts";
import { readForm } from "../../resources/form.ts";
import { DEFAULT_READING } from "../../targets/live/wire.ts";

const NOT_PLAIN = "must have no control characters and no halves of characters";

const pointerText = () =>
  z
    .string()
    .regex(/^(\/.*)?$/s, "must be a JSON Pointer: empty or starting with '/'")
    .regex(/^([^~]|~[01])*$/s, "must be a JSON Pointer: '~' only as '~0' or '~1'");

const fieldsForm = (pointer: z.ZodString) =>
  z.record(z.string(), pointer).superRefine((given, context) => {
    const names = Object.keys(given);
    if (names.length > MAX_FIELDS) context.addIssue(`must be at most ${MAX_FIELDS} fields`);
    for (const name of names.filter((name) => !FIELD_NAME.test(name)))
      context.addIssue({
        code: "custom",
        path: [name],
        message: "must be named with 1 to 40 letters, digits and '_', a letter first",
      });
  });

/** Whatever JSON has: what is said comes out of JSON. */
const anythingOf = () => z.unknown() as unknown as z.ZodType<Json>;

/** How an operation of the polled service is called and read. */
export const operationForm = lazy(() => {
  const [pointer, anything] = [pointerText(), anythingOf()];
  const [scalars, fields] = [z.array(anything), fieldsForm(pointer)];
  return z
    .strictObject({
      method: z.enum(["GET", "POST"]).default("GET").describe("Default: GET."),
      path: z
        .string()
        .regex(/^\/\S*$/, "must start with '/' and have no blanks")
        .refine(isPlain, NOT_PLAIN)
        .describe(
          "Joined to the service's address as text; `{userId}`, `{roomId}`, `{handle}` … come from the target.",
        ),
      query: z
        .record(z.string(), z.string())
        .superRefine((given, context) => {
          for (const [name, value] of Object.entries(given))
            if (!isPlain(name) || !isPlain(value))
              context.addIssue({ code: "custom", path: [name], message: NOT_PLAIN });
        })
        .default({})
        .describe("Parameters by name; one whose placeholder has no value is left out."),
      body: z.record(z.string(), anything).default({}).describe("What a POST sends, placeholders filled."),
      rows: pointer
        .optional()
        .describe("A JSON Pointer to a list of rows: with `id` those of a `list`, with `verdict` one is the target's."),
      id: pointer
        .optional()
        .describe("Of a `list`: a JSON Pointer into a row to what identifies it; `fields` point into the row then."),
      rowKey: z.string().optional().describe("The field of a row that is the room's id. Default: `room_id`."),
      rowUser: pointer
        .optional()
        .describe(
          "A JSON Pointer into a row to the creator's user id, in a list of many: a row is that creator's alone. In place of `rowKey`.",
        ),
      verdict: pointer
        .optional()
        .describe("A JSON Pointer to what says whether it is live, into the row or the whole answer."),
      room: pointer.optional().describe("A JSON Pointer to the room's id; without, no room is known."),
      on: z
        .union([scalars, z.literal("present")], 'must be a list of values, or "present"')
        .default(DEFAULT_READING.on)
        .describe(
          'The values that mean on air, or `present`: on air while `verdict` leads to something, so not to null, `""`, 0, an empty list or object, or a value of `off`; its absence is off.',
        ),
      paused: scalars.default(DEFAULT_READING.paused).describe("The values that mean that the picture is held."),
      off: scalars.default(DEFAULT_READING.off).describe("The values that mean not on air."),
      empty: z.enum(["unknown", "off"]).default("unknown").describe("The verdict where there is no row, or no data."),
      fields: fields
        .default({})
        .describe(
          "What else is read of the answer, by name: a JSON Pointer each into all of it, with `rows` and `id` into a row.",
        ),
    })
    .meta({ id: "OperationDefinition" });
});

/** The value of UPSTREAM_OPERATIONS: operations by name; null removes one. */
export const operationsConfig = lazy(() => z.record(z.string(), z.nullable(operationForm())));

export type OperationsConfig = z.infer<ReturnType<typeof operationsConfig>>;

/** How an operation is called and read, as UPSTREAM_OPERATIONS has it; else every field that is wrong. */
export function readOperation(said: unknown): Result<OperationsConfig[string], FieldError[]> {
  const read = readForm(operationForm(), said);
  if (read.ok) return read;
  return err(read.error.kind === "invalid" ? read.error.errors : []);
}
