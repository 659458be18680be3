import { hashtags } from "./hashtags/section.ts";
import { lives } from "./lives/section.ts";
import { products } from "./products/section.ts";
import { rankings } from "./rankings/section.ts";
import type { Section } from "./section.ts";

// The registry forgets what each section measures and concludes: both go back only to the section that made them.
/** A section of any kind. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySection = Section<any, any>;

/** Every section, by name. */
export const sections: Record<string, AnySection> = { lives, rankings, hashtags, products };
