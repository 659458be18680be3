import { seeOther, type Page, pageAt } from "../page.ts";
import { channelPages } from "./channel.tsx";
import { creatorsPages } from "./creators.tsx";
import { donePages } from "./done.tsx";
import { servicePages } from "./service.ts";
import { FIRST, nextStep, pathOf, progressOf } from "./steps.ts";

/** The way from a fresh start to the first alert; the address of all leads to the first step that is not done. */
export const firstStepsPages: Page[] = [
  pageAt(FIRST, ["firstSteps", "service", "shell", "health"], async (context) =>
    seeOther(pathOf(nextStep(await progressOf(context)))),
  ),
  ...servicePages,
  ...channelPages,
  ...creatorsPages,
  ...donePages,
];
