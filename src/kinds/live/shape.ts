import * as z from "zod";
import { instant } from "../event-type.ts";
import { count } from "../snapshot-fields.ts";

export const verdict = () =>
  z.enum(["on", "paused", "off", "unknown"]).describe("Whether the creator is live; `paused` is a frozen picture.");

/** The shape of the snapshot in `kind.ts`. The last fields are there once the service told about the stream. */
export const snapshot = () =>
  z.strictObject({
    verdict: verdict(),
    roomId: z.string().nullable().describe("The last known room ID, digits; null if there is none."),
    startedAt: instant().nullable().describe("When the stream was first seen; null if none is ongoing."),
    startedAfter: z
      .exactOptional(instant().nullable())
      .describe("The last poll before that, which did not see it; null if watching began with it."),
    unknown: z
      .exactOptional(
        z.array(
          z.strictObject({
            from: instant().describe("The last poll with a result before the gap."),
            to: instant().describe("The next poll with a result."),
          }),
        ),
      )
      .describe("Gaps in the stream that no poll observed; left out if there are none."),
    info: z
      .exactOptional(z.record(z.string(), z.union([z.string(), z.number()])))
      .describe("What the service says about the stream and the creator, as in `live.started`."),
    viewers: z.exactOptional(count()).describe("The last known number of viewers; null if unknown."),
    peakViewers: z.exactOptional(count()).describe("The peak number of viewers; null if unknown."),
  });

export type LiveSnapshot = z.output<ReturnType<typeof snapshot>>;
