import * as z from "zod";

/** A token for an `Authorization` header, without the scheme. */
export const tokenSetting = () =>
  z
    .string()
    .regex(/^[\w.~+/-]{1,500}=*$/, "must be the token alone, without spaces")
    .max(500, "must be at most 500 characters");
