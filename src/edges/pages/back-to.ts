import { flashed, type Flash } from "./flash.ts";
import { seeOther, type PageContext } from "./page.ts";

/** Goes on at a path of ours, where it is said what was done. */
export const backTo = async (path: string, flash: Flash, context: Pick<PageContext, "frame">): Promise<Response> =>
  seeOther(path, await flashed(flash, context));
