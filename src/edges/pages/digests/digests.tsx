import type { Page } from "../page.ts";
export const digestPages: Page[] = [];
