import type { Page } from "../page.ts";
import { bulkPages } from "./bulk.ts";
import { onePages } from "./creator.tsx";
import { listPages } from "./creators.tsx";
import { goalPages } from "./goals.tsx";
import { otherPages } from "./one.tsx";
import { addPages } from "./paste.tsx";
import { repairPages } from "./repairs.ts";
import { snoozePages } from "./snooze.tsx";

/** The lists and pages of all that is watched. Those with names of their own stand before those of one. */
export const targetPages: Page[] = [
  ...repairPages,
  ...listPages,
  ...addPages,
  ...bulkPages,
  ...onePages,
  ...snoozePages,
  ...goalPages,
  ...otherPages,
];
