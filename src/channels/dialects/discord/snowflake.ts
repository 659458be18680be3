import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";

/** An id of Discord in settings. */
export const snowflake = lazy(() => z.string().regex(/^\d{1,20}$/, "must be 1 to 20 digits"));
