import { seeOther, pageAt } from "../../../ui/page.ts";
import { channelPages } from "./channel.tsx";
import { creatorsPages } from "./creators.tsx";
import { demoPages } from "./demo.tsx";
import { donePages } from "./done.tsx";
import { servicePages } from "./service.ts";
import { FIRST, nextPath, progressOf } from "./steps.ts";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";

/** The first steps up to the first alert. Their common path redirects to the first open step. */
export const firstStepsPages = [
  pageAt<FirstStepsPorts & ServicePorts & HealthPorts>(FIRST, async (context) =>
    seeOther(nextPath(await progressOf(context))),
  ),
  ...demoPages,
  ...servicePages,
  ...channelPages,
  ...creatorsPages,
  ...donePages,
];
