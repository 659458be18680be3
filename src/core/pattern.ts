import { lazy } from "./lazy.ts";

/**
 * A regular expression that is created on first use. Expressions with Unicode properties (`\p{L}`) are expensive as
 * literals too: the engine looks up their characters when it parses the script.
 */
export const pattern = (source: string, flags: string): (() => RegExp) => lazy(() => new RegExp(source, flags));
