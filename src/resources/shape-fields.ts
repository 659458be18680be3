import * as z from "zod";
import type { Json } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";

/** An instant as responses contain it. */
export const instant = lazy(() => z.iso.datetime({ precision: 3 }));

/** Fields of answers with their descriptions. */
export const text = (says: string) => z.string().describe(says);
export const textOrNull = (says: string) => z.string().nullable().describe(says);
export const whole = (says: string) => z.int().describe(says);
export const wholeOrNull = (says: string) => z.int().nullable().describe(says);
export const number = (says: string) => z.number().describe(says);
export const yes = (says: string) => z.boolean().describe(says);
export const anything = (says: string) => z.unknown().describe(says) as unknown as z.ZodType<Json>;

export const at = (says: string) => instant().describe(says);
export const atOrNull = (says: string) => instant().nullable().describe(says);
