import * as z from "zod";
import { timezoneText } from "../../../resources/fields.ts";

const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, 24 hours");

/** The form of quiet hours. */
export const quietHoursForm = () =>
  z
    .strictObject({
      from: clock().describe("Start, HH:MM in `timezone`. If later than `to`, quiet hours span midnight."),
      to: clock().describe("End, HH:MM in `timezone`."),
      timezone: timezoneText().describe("An IANA time zone."),
      action: z.enum(["hold", "drop"]).describe("`hold` messages for one summary at the end, or `drop` them."),
    })
    .refine(({ from, to }) => from !== to, { path: ["to"], message: "must differ from `from`" });
