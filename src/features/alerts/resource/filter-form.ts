import * as z from "zod";
import { FILTER_OPS, type Filter } from "../../../core/filter.ts";
import type { Json } from "../../../core/json.ts";
import { eventTypes } from "../../../kinds/events.ts";

const FIELD = /^(type|targetId|occurredAt|detectedAt|(target|data)(\.[A-Za-z0-9_-]+)+)$/;

/** The data fields of all event types. Examples have all of them, and need no form. */
const DATA = [...new Set(Object.values(eventTypes).flatMap(({ example }) => Object.keys(example(0))))].sort();

const MAX_VALUES = 100;
const LONGEST = 1000;

/** The form of a filter: a field of the event as the API serializes it, compared with a value. */
export const filterForm = () =>
  z
    .strictObject({
      field: z
        .string()
        .max(200)
        .regex(FIELD, "must be type, targetId, occurredAt, detectedAt, or a path such as target.name or data.place")
        .describe(`A field of the event as shown by the API. Fields of \`data\`: ${DATA.join(", ")}.`),
      op: z
        .enum(FILTER_OPS)
        .describe("How the field is compared with the value; `in` takes a list, `lt` to `gte` a number."),
      value: z
        .unknown()
        .transform((value) => value as Json)
        .describe("A string, number, boolean or null, or a list of up to 100 of them."),
    })
    .superRefine(({ op, value }, context) => {
      const message = invalid(op, value);
      if (message !== null) context.addIssue({ code: "custom", path: ["value"], message });
    });

function invalid(op: Filter["op"], value: unknown): string | null {
  if (value === undefined) return "is required";
  if (op === "in") {
    const fits = Array.isArray(value) && value.length >= 1 && value.length <= MAX_VALUES && value.every(isScalar);
    return fits ? null : `must be a list of 1 to ${MAX_VALUES} texts, numbers or booleans`;
  }
  if (op === "lt" || op === "lte" || op === "gt" || op === "gte") {
    return typeof value === "number" ? null : "must be a number";
  }
  if (isScalar(value) || (value === null && op !== "contains")) return null;
  return `must be a text of at most ${LONGEST} characters, a number or a boolean`;
}

const isScalar = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.length <= LONGEST);
