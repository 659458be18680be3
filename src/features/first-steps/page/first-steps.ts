import { seeOther, type Page, pageAt } from "../../../ui/page.ts";
import { channelPages } from "./channel.tsx";
import { creatorsPages } from "./creators.tsx";
import { demoPages } from "./demo.tsx";
import { donePages } from "./done.tsx";
import { servicePages } from "./service.ts";
import { FIRST, nextPath, progressOf } from "./steps.ts";

/** The first steps up to the first alert. Their common path redirects to the first open step. */
export const firstStepsPages: Page[] = [
  pageAt(FIRST, ["firstSteps", "service", "shell", "health"], async (context) =>
    seeOther(nextPath(await progressOf(context))),
  ),
  ...demoPages,
  ...servicePages,
  ...channelPages,
  ...creatorsPages,
  ...donePages,
];
