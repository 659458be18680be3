import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { faultSchema, seenFields } from "../../../src/resources/targets/seen.ts";
import { at, atOrNull, object, text, textOrNull, whole, wholeOrNull } from "./fields.ts";
import { problemSorts, typeOf } from "../../../src/edges/http/problem-types.ts";

const fieldError = lazy(() =>
  z.strictObject({
    pointer: text("Where: a JSON Pointer (RFC 6901) into what was sent; empty for all of it."),
    message: text("What is wrong there."),
  }),
);

const user = lazy(() =>
  z.strictObject({
    type: text("The sort of thing, such as `subscription`."),
    id: text("Its id."),
    name: text("Its name."),
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
      title: text("The sort in words; the same for each problem of a `type`."),
      status: whole("The HTTP status, as a number."),
      detail: text("What is wrong with this very request."),
      errors: z.array(fieldError()).optional().describe("The errors of a body that is well-formed but not valid."),
      usedBy: z.array(user()).optional().describe("What uses the resource to be deleted."),
    })
    .meta({ id: "Problem" }),
);

/** A page of a list. */
export const pageShape = (item: z.ZodType) =>
  z.strictObject({
    items: z.array(item).describe("The items of this page."),
    nextCursor: textOrNull("The `cursor` that asks for the next page; null on the last."),
  });

const place = lazy(() => ({
  index: whole("The row, counted from 0."),
  line: whole("The line on which the row begins, from 1; left out for JSON arrays.").optional(),
}));

const importedRow = lazy(() =>
  z.union([
    z.strictObject({
      ...place(),
      id: text("The id of the target that the row stands for, new or not."),
      waits: z
        .literal(true)
        .optional()
        .describe("Present while the handle is still being looked up. The target is polled once that is done."),
    }),
    z.strictObject({
      ...place(),
      errors: z.array(fieldError()).describe("Why the row was not accepted, with pointers into the row."),
    }),
  ]),
);

const importSummary = lazy(() =>
  z.strictObject({
    created: whole("Rows whose target was made."),
    existing: whole("Rows whose target was there already, or is that of a row before."),
    failed: whole("Rows that could not be taken."),
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

const broadcast = lazy(() => ({
  startedAt: at("When it began, as far as polling saw."),
  endedAt: atOrNull("When it ended; null while it lasts."),
  roomId: textOrNull("The room of the service; null where it named none."),
  durationSeconds: whole("How long it was live, or has been, as far as polls observed it, in seconds."),
  unknownSeconds: whole(
    "Part of the time between its start and its end (or now) that no poll observed, in seconds. Not included in `durationSeconds`.",
  ),
  title: textOrNull("What the creator called it; null where nobody said."),
  peakViewers: wholeOrNull("The most viewers that were seen at once; null where nobody said how many there are."),
  unknownSince: atOrNull(
    "For a stream that has not ended: when polls stopped giving a verdict; `durationSeconds` counts until then. Null while the state is known.",
  ),
}));

export const broadcastShape = lazy(() => z.strictObject(broadcast()).meta({ id: "Session" }));

export const sessionShape = lazy(() =>
  z
    .strictObject({
      targetId: text("The id of the target that was on air."),
      targetName: textOrNull("Its name then; null where that is not known."),
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
          "The currency of each series that is a price, as the shop names it; left out where none is. Prices in another currency than the first are another series, `price:ID/EUR`.",
        ),
    })
    .meta({ id: "Sample" }),
);

const event = lazy(() => ({
  id: text("The event's id; finding the same thing twice makes one event."),
  type: text("What happened, such as `live.started`."),
  occurredAt: at("When it happened, as far as polling can say."),
  window: z
    .strictObject({ from: atOrNull("After this instant; null where nobody knows."), to: at("By this instant.") })
    .describe("When it happened, as far as polling can tell: between the previous poll and the one that saw it."),
  data: object("What goes with the type."),
}));

export const polledShape = lazy(() =>
  z
    .strictObject({
      ...seenFields(),
      fault: faultSchema().nullable().describe("Why the poll failed; null if it didn't."),
      changes: z.array(z.strictObject(event())).describe("The events that this poll found."),
      snapshot: object("What is known of the target now, as its kind says it.").nullable(),
    })
    .meta({ id: "Polled" }),
);

const eventTarget = lazy(() =>
  z.strictObject({
    name: text("Its name then."),
    kind: text("Its kind."),
    params: object("What identifies it at the service."),
  }),
);

export const eventShape = lazy(() =>
  z
    .strictObject({
      ...event(),
      targetId: textOrNull("The id of the target; null for what is about none, such as `upstream.*`."),
      target: eventTarget().nullable().describe("The target at that time; null if the event is about none."),
      detectedAt: at("When it was found, by the time of the tick."),
    })
    .meta({ id: "Event" }),
);
