import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { at, atOrNull, text, textOrNull, whole, wholeOrNull } from "./fields.ts";
import { problemSorts, typeOf } from "../../../src/http/problem.ts";

const fieldError = lazy(() =>
  z
    .strictObject({
      pointer: text("JSON Pointer (RFC 6901) into the request body; empty for the whole body."),
      message: text("The error."),
    })
    .meta({ id: "FieldError" }),
);

const user = lazy(() =>
  z.strictObject({
    type: text("The type of resource, such as `subscription`."),
    id: text("The ID."),
    name: text("The name."),
  }),
);

const types = [...problemSorts.map(typeOf), "about:blank"];

export const problemShape = lazy(() =>
  z
    .object({
      type: z
        .enum(types)
        .meta({ format: "uri-reference" })
        .describe("The type of problem: the path of a page that explains it; `about:blank` if the status says enough."),
      title: text("A short title, the same for all problems of a `type`."),
      status: whole("The HTTP status."),
      detail: text("What is wrong with this request."),
      errors: z.array(fieldError()).optional().describe("The errors of a body that is well-formed but not valid."),
      usedBy: z.array(user()).optional().describe("What uses the resource to be deleted."),
      existing: user().omit({ name: true }).optional().describe("The resource that this one would repeat."),
    })
    .meta({ id: "Problem" }),
);

/** A page of a list. */
export const pageShape = (item: z.ZodType) =>
  z
    .strictObject({
      items: z.array(item).describe("The items of this page."),
      nextCursor: textOrNull("The `cursor` of the next page; null on the last page."),
    })
    .meta({ id: `${item.meta()!["id"]}List` });

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
        errors: z.array(fieldError()).describe("Why the row was not accepted, with pointers into the row."),
      })
      .meta({ id: "RejectedRow" }),
  ]),
);

const importSummary = lazy(() =>
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

export const importedSessionsShape = lazy(() =>
  z
    .strictObject({
      summary: importSummary().describe("Counts for all rows."),
      items: z
        .array(
          z
            .strictObject({
              index: whole("The row, from 0."),
              line: whole("Its line, in NDJSON and CSV.").optional(),
              id: z.string().optional().describe("The target; missing for a rejected row."),
              errors: z
                .array(
                  z
                    .strictObject({ pointer: z.string().describe("Where."), message: z.string().describe("What.") })
                    .meta({ id: "SessionRowError" }),
                )
                .optional()
                .describe("Why the row was rejected."),
            })
            .meta({ id: "ImportedSessionResult" }),
        )
        .describe("The result of each row, in order."),
    })
    .meta({ id: "ImportedSessions" }),
);

const broadcast = lazy(() => ({
  startedAt: at("When the stream began, as far as polling can tell."),
  endedAt: atOrNull("When the stream ended; null while it is ongoing."),
  roomId: textOrNull("The room ID at the service; null if unknown."),
  durationSeconds: whole("Time observed live so far, in seconds."),
  unknownSeconds: whole(
    "Part of the time between its start and its end (or now) that no poll observed, in seconds. Not included in `durationSeconds`.",
  ),
  title: textOrNull("The stream's title; null if unknown."),
  peakViewers: wholeOrNull("The peak number of viewers; null if unknown."),
  imported: z
    .boolean()
    .describe("True if it was imported: nothing observed it, no report counts it, and it comes after all others."),
  unknownSince: atOrNull(
    "For a stream that has not ended: when polls stopped giving a verdict; `durationSeconds` counts until then. Null while the state is known.",
  ),
}));

export const broadcastShape = lazy(() => z.strictObject(broadcast()).meta({ id: "Session" }));

export const sessionShape = lazy(() =>
  z
    .strictObject({
      targetId: text("The ID of the target that was live."),
      targetName: textOrNull("The target's name at that time; null if unknown."),
      ...broadcast(),
      secondsWithin: whole(
        "The part of `durationSeconds` from `since` to `until`. Without them, or for a stream between them, all of it.",
      ),
      watchlistId: textOrNull("The watchlist of the target at that time, or now for an ongoing stream."),
      watchlistName: textOrNull("The current name of that watchlist; null if it was deleted."),
      timezone: textOrNull("The IANA time zone of that watchlist; null if it has none."),
    })
    .meta({ id: "TargetSession" }),
);

export const sampleShape = lazy(() =>
  z
    .strictObject({
      at: at("When it was sampled."),
      values: z.record(z.string(), z.number()).describe("The values measured then, by series name."),
      names: z
        .record(z.string(), z.string())
        .describe("The name of what each series measures: a hashtag, a product, a ranking or the target itself."),
      currencies: z
        .exactOptional(z.record(z.string(), z.string()))
        .describe(
          "The currency of each series that is a price, as the shop names it; left out if there is none. Prices in another currency than the first are a separate series, `price:ID/EUR`.",
        ),
    })
    .meta({ id: "Sample" }),
);
