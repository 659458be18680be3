import * as z from "zod";

/** A name: one to `most` characters once blanks around it are gone. */
export const nameText = (most: number) =>
  z.string().trim().min(1, "must not be empty").max(most, `must have at most ${most} characters`);
