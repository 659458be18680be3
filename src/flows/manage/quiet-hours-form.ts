import * as z from "zod";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, 24 hours");

/** Offsets such as +01:00 know no daylight saving and are no names of zones. */
function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
    return timeZone !== "" && /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** What a person says of quiet hours. */
export const quietHoursForm = z
  .strictObject({
    from: clock,
    to: clock,
    timezone: z.string().refine(isZone, "must be an IANA time zone such as Europe/Berlin"),
    action: z.enum(["hold", "drop"]),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "must differ from `from`" });
