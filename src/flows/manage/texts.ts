import * as z from "zod";
import { isTimezone } from "../../core/calendar.ts";

/** A name: one to `most` characters once blanks around it are gone. */
export const nameText = (most: number) =>
  z.string().trim().min(1, "must not be empty").max(most, `must have at most ${most} characters`);

/** The name of an IANA zone. */
export const timezoneText = z.string().refine(isTimezone, "must be an IANA time zone such as Europe/Berlin");
