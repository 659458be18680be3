import * as z from "zod";
import { FIELD_NAME, MAX_FIELDS } from "../../core/facts.ts";
import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/json.ts";
import { LISTS, MOST_A_CALL, placeholdersOf, type ListName } from "../../core/operation.ts";
import type { FieldError } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import { isPlain } from "../../core/text.ts";
import { readForm } from "../../resources/form.ts";
import { DEFAULT_READING } from "../../kinds/live/wire.ts";

const NOT_PLAIN = "must have no control characters and no halves of characters";

const pointerText = () =>
  z
    .string()
    .regex(/^(\/.*)?$/s, "must be a JSON Pointer: empty or starting with '/'")
    .regex(/^([^~]|~[01])*$/s, "must be a JSON Pointer: '~' only as '~0' or '~1'");

const fieldsForm = (pointer: z.ZodString) =>
  z.record(z.string(), pointer).superRefine((provided, context) => {
    const names = Object.keys(provided);
    if (names.length > MAX_FIELDS) context.addIssue(`must be at most ${MAX_FIELDS} fields`);
    for (const name of names.filter((name) => !FIELD_NAME.test(name)))
      context.addIssue({
        code: "custom",
        path: [name],
        message: "must be named with 1 to 40 letters, digits and '_', a letter first",
      });
  });

/** Any JSON value: the input is parsed JSON. */
const anythingOf = () => z.unknown() as unknown as z.ZodType<Json>;

/** The form of an operation: how it is called and read. */
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
          "Appended to the service's address. Placeholders such as `{userId}`, `{roomId}` and `{handle}` are filled from the target.",
        ),
      query: z
        .record(z.string(), z.string())
        .superRefine((provided, context) => {
          for (const [name, value] of Object.entries(provided))
            if (!isPlain(name) || !isPlain(value))
              context.addIssue({ code: "custom", path: [name], message: NOT_PLAIN });
        })
        .default({})
        .describe("Query parameters by name. A parameter whose placeholder has no value is left out."),
      body: z.record(z.string(), anything).default({}).describe("The body of a POST, with placeholders."),
      rows: pointer
        .optional()
        .describe(
          "JSON Pointer to a list of rows. With `id`, they are the items of a `list`; with `verdict`, one of them is the target's.",
        ),
      id: pointer
        .optional()
        .describe(
          "For a `list`: JSON Pointer into a row to the value that identifies it. `fields` then point into the row.",
        ),
      rowKey: z.string().optional().describe("The field of a row that contains the room ID. Default: `room_id`."),
      rowUser: pointer
        .optional()
        .describe(
          "JSON Pointer into a row to the creator's user ID, for lists of several creators. Use instead of `rowKey`.",
        ),
      rowHandle: pointer
        .optional()
        .describe("JSON Pointer into a row to the creator's handle, for operations with `most`."),
      most: z
        .int()
        .min(1, `must be 1 to ${MOST_A_CALL}`)
        .max(MOST_A_CALL, `must be 1 to ${MOST_A_CALL}`)
        .optional()
        .describe(
          `How many creators one call may ask for: 1 to ${MOST_A_CALL}. Use \`{userIds}\`, \`{roomIds}\` or \`{handles}\` in place of \`{userId}\`, \`{roomId}\` or \`{handle}\`.`,
        ),
      separator: z
        .string()
        .min(1)
        .max(5)
        .refine(isPlain, NOT_PLAIN)
        .optional()
        .describe(
          "With `most`: what separates values in a path or query. Default: a comma. A body entry that is only the placeholder is a list.",
        ),
      verdict: pointer
        .optional()
        .describe("JSON Pointer into the row or the whole answer to the value that says whether the creator is live."),
      room: pointer.optional().describe("JSON Pointer to the room ID. Without it, the room is unknown."),
      on: z
        .union(
          [
            scalars,
            z.enum(["present", "absent"]),
            z.strictObject({ newerThan: pointer.describe("JSON Pointer to the time of the end.") }),
          ],
          'must be a list of values, "present", "absent" or {"newerThan": "/pointer"}',
        )
        .default(DEFAULT_READING.on)
        .describe(
          'The values that mean live. `present` means live while `verdict` points to a value other than null, `""`, 0, an empty list or object, or a value of `off`; if there is none, the creator is offline. `absent` is the reverse, for values such as the time of an end: live while there is none in a row that is there. `{"newerThan": "/pointer"}` means live while the time at `verdict` is later than the one at that pointer, or there is none.',
        ),
      paused: scalars.default(DEFAULT_READING.paused).describe("The values that mean paused."),
      off: scalars.default(DEFAULT_READING.off).describe("The values that mean offline."),
      empty: z.enum(["unknown", "off"]).default("unknown").describe("The verdict if there is no row or no data."),
      decode: z
        .array(pointer)
        .max(10, "must be at most 10 pointers")
        .optional()
        .describe("JSON Pointers to texts that contain JSON. They are decoded before other pointers are followed."),
      fields: fields
        .default({})
        .describe(
          "Other values to read, by name: JSON Pointers into the answer, or into a row if `rows` and `id` are set.",
        ),
    })
    .meta({ id: "OperationDefinition" });
});

/** What an operation needs that asks for many creators in one call, and what it must not have. */
function checkMany(definition: z.infer<ReturnType<typeof operationForm>>, context: z.RefinementCtx): void {
  const { most, separator, rows, verdict, id, rowUser, rowKey, rowHandle } = definition;
  const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  const names = placeholdersOf(definition);
  const lists = listsOf(names);
  // What a list or a record is asked by is up to its targets.
  if (most === undefined && verdict === undefined) {
    if (separator !== undefined) wrong("separator", "is only for operations with most");
    return;
  }
  if (most === undefined) {
    if (lists.length > 0) wrong("most", `is needed with {${lists[0]}}: how many creators one call may ask for`);
    if (separator !== undefined) wrong("separator", "is only for operations with most");
    if (rowHandle !== undefined) wrong("rowHandle", "is only for operations with most");
    return;
  }
  if (lists.length === 0) wrong("most", "needs {userIds}, {roomIds} or {handles} in the path, query or body");
  const single = Object.values(LISTS).find((name) => names.has(name));
  if (single !== undefined && lists.length > 0) {
    const [field] = (["path", "query", "body"] as const).filter((part) =>
      JSON.stringify(definition[part]).includes(`{${single}}`),
    );
    wrong(field ?? "path", `must not have {${single}} beside {${lists[0]}}: a call asks for one or for many`);
  }
  if (rows === undefined) wrong("rows", "is needed with most: where the answer has a row for each creator");
  if (verdict === undefined) wrong("verdict", "is needed with most: where a row says whether its creator is live");
  if (id !== undefined) wrong("id", "is for lists of items, which are not asked for many creators at once");
  if ([rowUser, rowKey, rowHandle].every((one) => one === undefined))
    wrong("rowUser", "or rowHandle or rowKey is needed with most: what says whose row it is");
}

/** Those of these placeholders that stand for many targets. */
export const listsOf = (names: ReadonlySet<string>): ListName[] =>
  (Object.keys(LISTS) as ListName[]).filter((name) => names.has(name));

const checkedOperation = lazy(() => operationForm().superRefine(checkMany));

/** The value of UPSTREAM_OPERATIONS: operations by name; null removes one. */
export const operationsConfig = lazy(() => z.record(z.string(), z.nullable(checkedOperation())));

export type OperationsConfig = z.infer<ReturnType<typeof operationsConfig>>;

/** Parses an operation in the form of UPSTREAM_OPERATIONS. The error lists every invalid field. */
export function readOperation(reported: unknown): Result<OperationsConfig[string], FieldError[]> {
  const read = readForm(checkedOperation(), reported);
  if (read.ok) return read;
  return err(read.error.kind === "invalid" ? read.error.errors : []);
}
