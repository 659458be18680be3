import type { Page } from "./page.ts";
import { nowPages } from "./now/now.tsx";
import { settingsPages } from "./settings/settings.tsx";
import { signInPages } from "./sign-in/sign-in.ts";

/** Every page, and what their forms send to. */
export const pages: Page[] = [...nowPages, ...signInPages, ...settingsPages];
