import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { importSummary } from "../creators/import-shape.ts";
import { at, atOrNull, text, textOrNull, whole, wholeOrNull } from "../../resources/shape-fields.ts";

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

export type BroadcastAnswer = z.output<ReturnType<typeof broadcastShape>>;
export type SessionAnswer = z.output<ReturnType<typeof sessionShape>>;
export type SampleAnswer = z.output<ReturnType<typeof sampleShape>>;
