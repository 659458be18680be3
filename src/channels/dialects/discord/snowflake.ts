import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { placeOf } from "./thread.ts";

/** An id of Discord in settings. */
export const snowflake = lazy(() => z.string().regex(/^\d{1,20}$/, "must be 1 to 20 digits"));

/** The start of Discord's ids, epoch ms. */
const EPOCH_MS = 1_420_070_400_000;

/** When a message was posted, epoch ms, from its reference: the upper bits of an id are its time. */
export const postedAt = (ref: string): number => EPOCH_MS + Number(BigInt(placeOf(ref).message) >> 22n);
