import * as z from "zod";
import { timezoneText } from "./texts.ts";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, 24 hours");

/** What a person says of quiet hours. */
export const quietHoursForm = z
  .strictObject({
    from: clock,
    to: clock,
    timezone: timezoneText,
    action: z.enum(["hold", "drop"]),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "must differ from `from`" });
