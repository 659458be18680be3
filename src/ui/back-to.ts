import { flashed, type Flash } from "./flash.ts";
import { seeOther, type PageContext } from "./page.ts";

/** Redirects to a page, which then shows a message. */
export const backTo = async (path: string, flash: Flash, context: Pick<PageContext, "frame">): Promise<Response> =>
  seeOther(path, await flashed(flash, context));
