import * as z from "zod";
import { timezoneText } from "../fields.ts";

const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, 24 hours");

/** What a person says of quiet hours. */
export const quietHoursForm = () =>
  z
    .strictObject({
      from: clock().describe("When they begin, HH:MM on the clock of `timezone`; after `to` they span midnight."),
      to: clock().describe("When they end, likewise."),
      timezone: timezoneText().describe("An IANA time zone."),
      action: z.enum(["hold", "drop"]).describe("`hold` all for one summary at their end, or `drop` it."),
    })
    .refine(({ from, to }) => from !== to, { path: ["to"], message: "must differ from `from`" });
