import * as z from "zod";

/** An id of Discord, as settings take it. */
export const snowflake = z.string().regex(/^\d{1,20}$/, "must be 1 to 20 digits");
