import * as z from "zod";

/** A token as an `Authorization` header carries it: the word before it is ours. */
export const tokenSetting = () =>
  z
    .string()
    .regex(/^[\w.~+/-]{1,500}=*$/, "must be the token alone, without spaces")
    .max(500, "must be at most 500 characters");
