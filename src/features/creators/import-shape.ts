import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { fieldErrorShape } from "../../http/problem-shape.ts";
import { text, whole } from "../../resources/shape-fields.ts";

const place = lazy(() => ({
  index: whole("The row's index, starting at 0."),
  line: whole("The line on which the row begins, starting at 1; left out for JSON arrays.").optional(),
}));

const importedRow = lazy(() =>
  z.union([
    z
      .strictObject({
        ...place(),
        id: text("The ID of the row's target, new or existing."),
        waits: z
          .literal(true)
          .optional()
          .describe("Present while the handle is still being looked up. The target is polled once that is done."),
      })
      .meta({ id: "ImportedRow" }),
    z
      .strictObject({
        ...place(),
        errors: z.array(fieldErrorShape()).describe("Why the row was not accepted, with pointers into the row."),
      })
      .meta({ id: "RejectedRow" }),
  ]),
);

export const importSummary = lazy(() =>
  z.strictObject({
    created: whole("Number of rows that created a target."),
    existing: whole("Number of rows whose target already existed, or is that of an earlier row."),
    failed: whole("Number of rejected rows."),
  }),
);

export const importedShape = lazy(() =>
  z
    .strictObject({
      summary: importSummary().describe("Counts for all rows."),
      items: z.array(importedRow()).describe("The result of each row, in order."),
    })
    .meta({ id: "Imported" }),
);
