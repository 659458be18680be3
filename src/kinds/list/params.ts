import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import type { NumberWatch } from "../../core/watched-number.ts";
import { operationParams, watchForm, type OperationParams } from "../watching.ts";

export const listParams = lazy(() => z.strictObject(operationParams()));

/** Limit on the fields of a row. */
export const MAX_FIELDS = 10;

/** Default settings. */
const DEFAULTS: ListSettings = { confirmGone: 3, watch: [], mostItems: 1000 };

export const listSettings = lazy(() =>
  z.strictObject({
    confirmGone: z
      .int()
      .min(1)
      .max(20)
      .default(DEFAULTS.confirmGone)
      .describe("Number of polls in a row without an item before it counts as gone: 1 to 20. Default: 3."),
    watch: watchForm({})
      .default([])
      .describe("Numbers of each item that trigger events, up to 20 entries. Default: none."),
    timeField: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe(
        "The field with the time when an item was created: epoch seconds, epoch milliseconds or ISO 8601. An item from before everything that the answer before had is not new.",
      ),
    mostItems: z
      .int()
      .min(1)
      .max(10_000)
      .default(DEFAULTS.mostItems)
      .describe("Number of items to remember, those that left included: 1 to 10,000. Default: 1000."),
  }),
);

export type ListParams = OperationParams;
export interface ListSettings {
  confirmGone: number;
  watch: NumberWatch[];
  timeField?: string | undefined;
  mostItems: number;
}
