import { lazy } from "./lazy.ts";

/**
 * A regular expression that is made when it is first wanted. One that names properties of Unicode (`\p{L}`) is dear even where it
 * only stands in a script: its signs are looked up as the script is read, before anything runs.
 */
export const pattern = (source: string, flags: string): (() => RegExp) => lazy(() => new RegExp(source, flags));
