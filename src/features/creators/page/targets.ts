import type { Page } from "../../../ui/page.ts";
import { bulkPages } from "./bulk.ts";
import { onePages } from "./creator.tsx";
import { listPages } from "./creators.tsx";
import { goalPages } from "./goals.tsx";
import { otherPages } from "./other-pages.tsx";
import { addPages } from "./paste.tsx";
import { repairPages } from "./repairs.ts";
import { snoozePages } from "./snooze.tsx";

/** The lists and pages of all targets. Fixed paths come before paths with an id. */
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
