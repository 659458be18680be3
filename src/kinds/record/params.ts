import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import type { NumberWatch } from "../../core/watched-number.ts";
import { operationParams, watchForm, type OperationParams } from "../watching.ts";

export const recordParams = lazy(() => z.strictObject(operationParams()));

/** Limit on the fields of a record. */
export const MAX_FIELDS = 20;

export const recordSettings = lazy(() =>
  z.strictObject({
    watch: watchForm({
      milestones: z
        .array(z.number())
        .max(50)
        .optional()
        .describe(
          "Values that trigger an event when first reached, up to 50. An entry with only a field uses 1, 2 and 5 times each power of ten.",
        ),
    })
      .default([])
      .describe("Numbers that trigger events, up to 20 entries. Default: none."),
  }),
);

export type RecordParams = OperationParams;
export interface RecordWatch extends NumberWatch {
  milestones?: number[] | undefined;
}
export interface RecordSettings {
  watch: RecordWatch[];
}
