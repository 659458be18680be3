import { airtime } from "./airtime/section.ts";
import { hashtags } from "./hashtags/section.ts";
import { lists } from "./lists/section.ts";
import { lives } from "./lives/section.ts";
import { products } from "./products/section.ts";
import { rankings } from "./rankings/section.ts";
import { records } from "./records/section.ts";
import type { ReportedSection, Section } from "./section.ts";

// The registry drops the types of measures and data. Both are only passed back to the section that made them.
/** A section of any kind that measures histories. */
// oxlint-disable-next-line typescript/no-explicit-any
export type MeasuredSection = Section<any, any>;

/** A section of any kind. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySection = MeasuredSection | ReportedSection<any>;

/** The sections that measure histories, by name. */
export const measuredSections: Record<string, MeasuredSection> = {
  lives,
  rankings,
  hashtags,
  products,
  lists,
  records,
};

/** All sections, by name. */
export const sections: Record<string, AnySection> = { ...measuredSections, airtime };
