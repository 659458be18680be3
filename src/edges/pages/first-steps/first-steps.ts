import { seeOther, type Page } from "../page.ts";
import { channelPages } from "./channel.tsx";
import { creatorsPages } from "./creators.tsx";
import { donePages } from "./done.tsx";
import { servicePages } from "./service.ts";
import { FIRST, nextStep, pathOf, progressOf } from "./steps.ts";

/** The way from a fresh start to the first alert; the address of all leads to the first step that is not done. */
export const firstStepsPages: Page[] = [
  {
    method: "get",
    path: FIRST,
    scope: "read",
    handle: async (visit) => seeOther(pathOf(nextStep(await progressOf(visit)))),
  },
  ...servicePages,
  ...channelPages,
  ...creatorsPages,
  ...donePages,
];
