import type { Page } from "./page.ts";
import { nowPages } from "./now/now.tsx";
import { repairPages } from "./now/repairs.ts";
import { settingsPages } from "./settings/settings.tsx";
import { signInPages } from "./sign-in/sign-in.ts";

/** Every page, and what their forms send to. */
export const pages: Page[] = [...nowPages, ...repairPages, ...signInPages, ...settingsPages];
